import { usualPresets, type CompanyInfo } from '#contract/company-info/endpoints.ts';
import { vatPercent } from '#contract/vat.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { contains, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Issuer } from '#server/platform/db/tables.ts';

/** The one company record with its counters, as the form shows it. */
export async function readCompanyInfo(db: Db): Promise<CompanyInfo> {
  const [company, counters] = await Promise.all([
    db
      .selectFrom('company_info')
      .leftJoin('users', 'users.id', 'company_info.account_number_changed_by')
      .selectAll('company_info')
      .select(['users.first_name', 'users.last_name'])
      .executeTakeFirstOrThrow(),
    db.selectFrom('counters').selectAll().execute(),
  ]);
  const lastUsed = (name: string) =>
    counters.find((counter) => counter.name === name)?.last_used ?? 0;
  const presets = company.donation_presets_cents.map((cents) => cents / 100);
  return {
    id: company.id,
    name: company.name,
    email: company.email,
    phone: company.phone,
    address: company.address,
    bank: company.bank,
    accountType: company.account_type,
    branchCode: company.branch_code,
    accountNumber: company.account_number,
    swiftCode: company.swift_code,
    notes: company.notes,
    membershipExpiryDate: company.membership_expiry_date,
    donationPreset1: presets[0] ?? usualPresets.donationPreset1,
    donationPreset2: presets[1] ?? usualPresets.donationPreset2,
    donationPreset3: presets[2] ?? usualPresets.donationPreset3,
    vatNumber: company.vat_number,
    vatBasis: company.vat_basis,
    pboNumber: company.pbo_number,
    whyGive: company.why_give,
    lastUsedInvoiceNumber: lastUsed('invoice'),
    lastUsedMemberNumber: lastUsed('member'),
    accountNumberChangedBy:
      company.first_name === null ? null : `${company.first_name} ${company.last_name}`.trim(),
    accountNumberChangedUtc: company.account_number_changed_at?.toISOString() ?? null,
  };
}

/** Whether the company's name contains this. */
export async function isNamed(db: Db, name: string): Promise<boolean> {
  const rows = db
    .selectFrom('company_info')
    .select('id')
    .where(contains(textOf('name'), name));
  return (await rows.executeTakeFirst()) !== undefined;
}

/** The organisation's details that an invoice stores permanently. */
export async function readIssuer(db: Db): Promise<Issuer> {
  const { vatNumber, hash, width, height, ...issuer } = await db
    .selectFrom('company_info')
    .leftJoin('logos', 'logos.hash', 'company_info.logo')
    .select([
      'hash',
      'width',
      'height',
      'name',
      'email',
      'phone',
      'address',
      'bank',
      'account_type as accountType',
    ])
    .select(['branch_code as branchCode', 'account_number as accountNumber'])
    .select(['swift_code as swiftCode', 'vat_number as vatNumber'])
    .executeTakeFirstOrThrow();
  const hasLogo = hash !== null && width !== null && height !== null;
  return {
    ...issuer,
    ...(vatNumber === '' ? {} : { vat: { number: vatNumber, percent: vatPercent } }),
    ...(hasLogo ? { logo: { hash, width, height } } : {}),
  };
}

/** The end of the membership year, as a day of any year. `null`: every period has 12 months. */
export async function readYearEnd(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('company_info')
    .select('membership_expiry_date')
    .executeTakeFirstOrThrow();
  return row.membership_expiry_date;
}
