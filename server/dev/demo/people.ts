/** Made-up people, as a South African list of members reads. */
const firstNames =
  'Thandi Sipho Nomsa Bongani Zanele Themba Ayanda Lindiwe Mandla Nokuthula Pieter Annelie Johan Marietjie Hendrik Elmarie Francois Riaan Chantelle Gerhard Lerato Kabelo Tshepo Palesa Thabo Dineo Mpho Refilwe Katlego Boitumelo Fatima Yusuf Ayesha Imraan Priya Rajesh Kavitha Dinesh James Sarah Michael Emma David Catherine Andrew Helen Ngũgĩ René Zoë Livhuwani'.split(
    ' ',
  );
const lastNames =
  'Dlamini Mokoena Nkosi Khumalo Ndlovu Mthembu Zulu Sithole Mahlangu Maseko Botha van_der_Merwe Pretorius Steyn Fourie Nel Coetzee du_Plessis Lötter Jürgens Molefe Mofokeng Tshabalala Motaung Radebe Sekgobela Mabaso Naidoo Pillay Govender Patel Moosa Khan Smith Williams Brown Jones Taylor O’Connor Adams Petersen September Jacobs Daniels Nemukula Mudau'
    .split(' ')
    .map((name) => name.replaceAll('_', ' '));
const streets = 'Acacia Marula Baobab Protea Jacaranda Aloe Fever_Tree Mopane Kudu Impala'
  .split(' ')
  .map((name) => name.replaceAll('_', ' '));
const towns = [
  ['Hoedspruit', '1380'],
  ['Skukuza', '1350'],
  ['Makhado', '0920'],
  ['Pretoria', '0002'],
  ['Cape Town', '8001'],
  ['Durban', '4001'],
  ['Bloemfontein', '9301'],
  ['Polokwane', '0699'],
] as const;

/** Numbers that look like chance and are the same at each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function personOf(place: number, chance: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const firstName = firstNames[place % firstNames.length] ?? '';
  const lastName = pick(lastNames);
  const plain = `${firstName}.${lastName}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase();
  const [town, zipCode] = pick(towns);
  const digits = String(Math.floor(chance() * 9_000_000) + 1_000_000);
  return {
    title: pick(['Mr', 'Mrs', 'Ms', 'Dr', 'Prof'] as const),
    firstName,
    lastName,
    email: `${plain}.${place}@example.org`,
    phone: `082 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    postalAddress: `${Math.floor(chance() * 90) + 1} ${pick(streets)} Street\n${town}`,
    zipCode,
  };
}
