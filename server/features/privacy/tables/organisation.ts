import { sql } from 'kysely';
import { day, dayOf, type ExportFile, money, phone, text, yesNo } from './csv-file.ts';

export const companyInfoFile: ExportFile = {
  from: sql`company_info`,
  order: sql`id`,
  columns: [
    text('Name', 'The organisation.', 'name'),
    text('Email', 'Email address.', 'email'),
    phone('Phone', 'Phone number.', 'phone'),
    text('Address', 'Postal address.', 'address'),
    text('Bank', 'Where payers send money.', 'bank'),
    text('Account type', 'Account type.', 'account_type'),
    text('Branch code', 'Branch code.', 'branch_code'),
    text('Account number', 'Account number.', 'account_number'),
    text('SWIFT code', 'SWIFT code.', 'swift_code'),
    text('Notes', 'Notes on invoices.', 'notes'),
    day(
      'Membership expiry date',
      'Every membership ends on its day and month, if set.',
      'membership_expiry_date',
    ),
    text('VAT number', 'VAT number.', 'vat_number'),
    text(
      'VAT basis',
      'payments or invoices, as SARS granted it. Empty: not answered.',
      'vat_basis',
    ),
    text('PBO number', 'Number of the public benefit organisation.', 'pbo_number'),
    text('Why to give', 'What the Donate page says above its form.', 'why_give'),
  ],
};

export const memberTypesFile: ExportFile = {
  from: sql`member_types`,
  order: sql`name`,
  columns: [
    text('Name', 'The name of the type.', 'name'),
    text('Description', 'What visitors read about it.', 'description'),
    money('Fee', 'The fee of a year. 0.00 is a free type.', 'fee_cents'),
    yesNo('Family', 'Whether relatives can belong to the membership.', 'is_family'),
    dayOf('Retired on', 'Since then it is no longer offered.', 'retired_at'),
  ],
};

export const memberStatusesFile: ExportFile = {
  from: sql`member_statuses`,
  order: sql`name`,
  columns: [
    text('Name', 'The name of the status.', 'name'),
    yesNo('Built in', 'No: the organisation added it.', 'is_seeded'),
  ],
};
