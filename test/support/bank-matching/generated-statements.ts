import { addDays } from '#contract/calendar.ts';
import type { LayoutKey } from '#contract/bank-statements/layouts.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import {
  type Case,
  type Made,
  mangled,
  movement,
  shares,
  type TrueMovement,
  type Truth,
  type World,
} from './bank-texts.ts';
import {
  type KnownRecord,
  makeRecords,
  openRandom,
  type Random,
  usualAmounts,
  worldDay,
} from './known-world.ts';
import { slips } from './slips.ts';

const nameOf = ({ firstName, lastName }: KnownRecord, random: Random) =>
  random.pick([
    `${firstName.charAt(0)} ${lastName}`,
    lastName,
    `${firstName} ${lastName}`,
    `${lastName} ${firstName.charAt(0)}`,
  ]);

export interface GeneratedStatement {
  records: KnownRecord[];
  movements: TrueMovement[];
}

/** A world with a statement of `count` movements, of which is known what they are. */
export function generateStatement(
  layout: LayoutKey,
  { seed, count, firstNumber }: { seed: number; count: number; firstNumber: number },
): GeneratedStatement {
  const random = openRandom(seed);
  const records = makeRecords(random, firstNumber);
  const left = new Set(records.filter(({ state }) => state === 'open'));
  const take: World['take'] = (fits = () => true) => {
    const fitting = [...left].filter((record) => fits(record));
    const record = random.pick(fitting);
    left.delete(record);
    return record;
  };
  const world = { records, random, take };
  const cases = (Object.entries(shares) as [Case, number][]).flatMap(([name, share]) =>
    Array.from({ length: Math.round((share * count) / 100) }, () => name),
  );
  const movements = cases.map((name) => makers[name](world, layout));
  const shuffled = movements
    .map((movement) => ({ movement, place: random.next() }))
    .toSorted((one, other) => one.place - other.place);
  return {
    records,
    movements: shuffled.map(({ movement }, at) => ({
      ...movement,
      day: addDays(worldDay, -9 + Math.floor((at * 10) / count)),
    })),
  };
}

/** With or without the payer's name behind it. */
function withName(reference: string, record: KnownRecord, random: Random): string {
  return random.next() < 0.5 ? reference : `${reference} ${nameOf(record, random)}`;
}

const makers: Record<Case, (world: World, layout: LayoutKey) => Made> = {
  reference({ random, take }, layout) {
    const record = take();
    const text = withName(mangled(record, random), record, random);
    return movement({ layout, random }, text, {
      cents: record.cents,
      truth: truthOf('reference', [record]),
    });
  },
  'without letter'({ random, take }, layout) {
    const record = take(isInvoice);
    const reference = mangled(record, random).replace(/[\s-]?[A-Za-z]$/, '');
    const text = `${reference} ${record.firstName} ${record.lastName}`;
    return movement({ layout, random }, text, {
      cents: record.cents,
      truth: truthOf('without letter', [record]),
    });
  },
  wrong(world, layout) {
    const { random, take } = world;
    const record = take(isInvoice);
    const typed = random.pick(slips)(record, world);
    const isOther = typed.isOther === true;
    const name = isOther ? 'wrong record' : 'wrong digits';
    // Another person's reference with the amount can only be noticed by the name.
    const text = isOther ? `${typed.reference} ${record.lastName}` : typed.reference;
    const truth = { ...truthOf(name, [record]), isMatchable: false };
    return movement({ layout, random }, withName(text, record, random), {
      cents: record.cents,
      truth,
    });
  },
  cut({ random, take }, layout) {
    const record = take((one) => isInvoice(one) && one.lastName.length >= 6);
    const name = `${record.firstName.charAt(0)} ${record.lastName}`;
    const most = layout === 'fnb-emailed' ? 16 : 20;
    const reference = paymentReference('INV', record.number);
    // So far to the right that its end is lost.
    const text = `${name} ${'.'.repeat(Math.max(0, most - 9 - name.length))}${reference}`;
    return movement({ layout, random }, text, {
      cents: record.cents,
      truth: truthOf('cut', [record]),
    });
  },
  name({ random, take, records }, layout) {
    const record = take(isInvoice);
    const alike = records.filter(
      ({ state, lastName, firstName, cents }) =>
        state === 'open' &&
        cents === record.cents &&
        lastName === record.lastName &&
        firstName.charAt(0) === record.firstName.charAt(0),
    );
    const text = `${record.firstName.charAt(0)} ${record.lastName}`;
    const truth = { ...truthOf('name', [record]), isMatchable: alike.length === 1 };
    return movement({ layout, random }, text, { cents: record.cents, truth });
  },
  several({ random, take, records }, layout) {
    const first = take(isInvoice);
    const family = records.find(
      (one) => one !== first && isInvoice(one) && one.state === 'open' && one.email === first.email,
    );
    const second =
      family === undefined ? take(isInvoice) : (take((one) => one === family) ?? take(isInvoice));
    const short = (one: KnownRecord) =>
      paymentReference('INV', one.number).replaceAll('-', '').replace(/INV0+/, 'INV');
    const cents = first.cents + second.cents;
    const truth = truthOf('several', [first, second]);
    return movement({ layout, random }, `${short(first)} ${short(second)}`, { cents, truth });
  },
  part({ random, take }, layout) {
    const record = take(isInvoice);
    const cents = Math.round(record.cents / 300) * 100;
    return movement({ layout, random }, mangled(record, random), {
      cents,
      truth: truthOf('part', [record]),
    });
  },
  over({ random, take }, layout) {
    const record = take();
    const cents = record.cents + 5000;
    return movement({ layout, random }, mangled(record, random), {
      cents,
      truth: truthOf('over', [record]),
    });
  },
  again({ random, records }, layout) {
    const record = random.pick(records.filter((one) => one.state === 'paid' && isInvoice(one)));
    return movement({ layout, random }, mangled(record, random), {
      cents: record.cents,
      truth: truthOf('again', []),
    });
  },
  unknown({ random }, layout) {
    const text = random.pick(['MEMBERSHIP', 'CASH', 'THANK YOU', 'BRAAI TICKETS', '12B MAIN ROAD']);
    const truth = { ...truthOf('unknown', []), isMatchable: false };
    return movement({ layout, random }, text, { cents: random.pick(usualAmounts), truth });
  },
  'bank money'({ random }, layout) {
    const truth = { ...truthOf('bank', []), isMatchable: true };
    if (random.next() < 0.5) {
      const kind = 'SERVICE FEE';
      return { cents: -(500 + random.below(5000)), kind, text: 'FEE', truth };
    }
    return movement({ layout, random }, 'PO00918273', {
      cents: 100_000 + random.below(900_000),
      truth,
      from: 'PAYFAST',
    });
  },
};

const isInvoice = ({ kind }: KnownRecord) => kind === 'INV';

function truthOf(name: Truth['case'], records: readonly KnownRecord[]): Truth {
  return { case: name, ids: records.map(({ id }) => id), isMatchable: true };
}
