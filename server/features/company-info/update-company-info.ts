import {
  type BankField,
  changedBankDetails,
  wrongBankDetails,
} from '#contract/company-info/bank-rules.ts';
import {
  companyInfoTexts,
  updateCompanyInfo as endpoint,
  usualPresets,
  type CompanyInfo,
} from '#contract/company-info/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { sql } from 'kysely';
import { changeVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { badField, notFound, Refused } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';
import { readCompanyInfo } from './queries.ts';
import { masked, tellAdministrators } from './tell-administrators.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';

/** An omitted field keeps its value, `null` clears it. Counters only rise. product-rules 1.17, 3.15. */
export async function updateCompanyInfo(
  ctx: Context,
  id: string,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<CompanyInfo> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const row = await db
      .selectFrom('company_info')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notFound(companyInfoTexts.notFound);
    const before = await readCompanyInfo(db);
    assertNotStale(ifMatch, endpoint, before);
    const bankDetails = changedBankDetails(before, form);
    const [wrong, ...more] = wrongBankDetails(bankDetails);
    if (wrong) throw new Refused('badInput', wrong.message, [wrong, ...more]);
    const cleared = (value: string | null | undefined) => (value === null ? '' : value);
    const changes = {
      name: cleared(form.name),
      email: cleared(form.email),
      phone: cleared(form.phone),
      address: cleared(form.address),
      bank: cleared(form.bank),
      account_type: bankDetails.accountType,
      branch_code: bankDetails.branchCode,
      account_number: bankDetails.accountNumber,
      swift_code: bankDetails.swiftCode,
      notes: cleared(form.notes),
      membership_expiry_date: form.membershipExpiryDate === '' ? null : form.membershipExpiryDate,
      vat_number: cleared(form.vatNumber),
      pbo_number: cleared(form.pboNumber),
      why_give: cleared(form.whyGive),
      donation_presets_cents: presetsOf(before, form),
    };
    if (Object.values(changes).some((value) => value !== undefined)) {
      await db.updateTable('company_info').set(changes).where('id', '=', id).execute();
    }
    if (form.vatBasis !== undefined && form.vatBasis !== before.vatBasis) {
      await changeVatBasis(inside, form.vatBasis);
    }
    await assertVatIsDeclared(db, before);
    const changed = (field: ShownField) => {
      const value = cleared(form[field]);
      return [field, value === before[field] ? undefined : value];
    };
    const shown = Object.fromEntries(shownFields.map(changed)) as ImportantChange;
    await noteImportantChange(inside, before, { ...bankDetails, ...shown });
    await raiseCounter(db, 'invoice', form.lastUsedInvoiceNumber ?? 0);
    await raiseCounter(db, 'member', form.lastUsedMemberNumber ?? 0);
    const after = await readCompanyInfo(db);
    const name = after.name || 'the organisation';
    const action = 'updateCompanyInfo';
    await recordAudit(inside, {
      action,
      subject: 'companyInfo',
      id,
      name,
      before: editable(before),
      after: editable(after),
    });
    return after;
  });
}

/** Without a VAT number nobody is asked for the basis, and the VAT of invoices that have it would be posted as income. */
async function assertVatIsDeclared(db: Db, before: CompanyInfo): Promise<void> {
  const { vatNumber, vatBasis } = await readCompanyInfo(db);
  const isAsked = before.vatNumber !== '' || before.vatBasis !== null;
  if (vatNumber !== '' || vatBasis !== null || !isAsked) return;
  const withVat = await db
    .selectFrom('invoices')
    .select('id')
    .where(sql<boolean>`issuer ? 'vat'`)
    .limit(1)
    .executeTakeFirst();
  if (withVat !== undefined) throw badField('vatNumber', companyInfoTexts.vatBasisFirst);
}

/** Beside the bank details. Invoices and mails show them. */
const shownFields = [
  'name',
  'email',
  'bank',
  'phone',
  'address',
  'vatNumber',
  'pboNumber',
] as const;
type ShownField = (typeof shownFields)[number];

/** What says whom to pay, and where the money and the questions of payers go. Undefined: not changed. */
type ImportantChange = { readonly [Field in BankField | ShownField]?: string | undefined };

/** Needs a proof. For the mark on Company Info, and a mail to all administrators. product-rules 4.33, 6.16. */
async function noteImportantChange(
  ctx: Context,
  before: CompanyInfo,
  after: ImportantChange,
): Promise<void> {
  if (Object.values(after).every((value) => value === undefined)) return;
  assertProved(ctx);
  const isOtherNumber = after.accountNumber !== undefined;
  if (isOtherNumber) {
    await ctx.db
      .updateTable('company_info')
      .set({ account_number_changed_by: ctx.by?.userId, account_number_changed_at: ctx.at })
      .execute();
  }
  const shown = (of: ImportantChange) =>
    [
      ...(isOtherNumber ? [masked(of.accountNumber ?? '')] : []),
      ...labelled
        .filter(([field]) => after[field] !== undefined)
        .map(([field, label]) => `${label} ${of[field]?.replaceAll('\n', ', ') || 'none'}`),
    ].join(', ');
  const facts = { before: shown(before), after: shown(after) };
  const isFirst = isOtherNumber && before.accountNumber === '';
  await tellAdministrators(ctx, isFirst ? 'accountNumberEntered' : kindOf(after), facts);
}

const labelled = [
  ['bank', 'bank'],
  ['branchCode', 'branch code'],
  ['accountType', 'account type'],
  ['swiftCode', 'SWIFT code'],
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['address', 'address'],
  ['vatNumber', 'VAT number'],
  ['pboNumber', 'PBO number'],
] as const;

function kindOf({ accountNumber, bank, branchCode, accountType, swiftCode }: ImportantChange) {
  if (accountNumber !== undefined) return 'accountNumber';
  const bankDetails = [bank, branchCode, accountType, swiftCode];
  return bankDetails.some((value) => value !== undefined) ? 'bankDetails' : 'organisation';
}

/** The entry of the audit log says who and when by itself. */
function editable(company: CompanyInfo) {
  const { accountNumberChangedBy: _by, accountNumberChangedUtc: _at, ...fields } = company;
  return fields;
}

/** All three amounts in cents if the input has any. `null` restores the default. */
function presetsOf(before: CompanyInfo, form: BodyOf<typeof endpoint>): number[] | undefined {
  const names = ['donationPreset1', 'donationPreset2', 'donationPreset3'] as const;
  if (names.every((name) => form[name] === undefined)) return undefined;
  return names.map((name) => {
    const amount = form[name] === null ? usualPresets[name] : form[name];
    return Math.round((amount ?? before[name]) * 100);
  });
}
