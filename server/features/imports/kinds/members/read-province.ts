import { emptyId } from '#contract/fields.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { provinces } from '#contract/members/provinces.ts';

/** Without spaces, hyphens, full stops and the word "province". */
function plainProvince(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.replace(/prov(ince|insie)?$/, '');
}

const otherNames: Readonly<Record<(typeof provinces)[number], readonly string[]>> = {
  'Eastern Cape': ['ec', 'ecape', 'eastcape', 'ooskaap'],
  'Free State': ['fs', 'ofs', 'orangefreestate', 'vrystaat', 'vs'],
  Gauteng: ['gp', 'gt', 'gau'],
  'KwaZulu-Natal': ['kzn', 'kznatal', 'natal', 'nl', 'kwazulu'],
  Limpopo: ['lp', 'lim'],
  Mpumalanga: ['mp', 'mpu'],
  'North West': ['nw', 'nwest', 'northwestern', 'noordwes'],
  'Northern Cape': ['nc', 'ncape', 'northcape', 'noordkaap'],
  'Western Cape': ['wc', 'wcape', 'westcape', 'weskaap'],
};

const byName = new Map<string, string>(
  provinces.flatMap((name) => [plainProvince(name), ...otherNames[name]].map((one) => [one, name])),
);

/** Empty: the answer is that the zip code gives it. Undefined: it must be asked. product-rules 20.11. */
export function readProvince({ spellings }: ImportMapping, spelling: string): string | undefined {
  const plain = plainProvince(spelling);
  const known = byName.get(plain);
  if (known !== undefined) return known;
  const answer = spellings.find(
    (one) => one.column === 'province' && plainProvince(one.spelling) === plain,
  )?.id;
  return answer === emptyId ? '' : provinces.find((name) => name === answer);
}
