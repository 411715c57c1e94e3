import type { ColumnType, JSONColumnType } from 'kysely';
import type { Certainty, MatchKind } from '#contract/bank-matching/endpoints.ts';
import type { BookResult } from '#contract/books/endpoints.ts';
import type { Account } from '#contract/month-end/accounts.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';
import type { VatBasis } from '#contract/vat.ts';

/** What the migrations make, as types. A drift test compares the two. */
export interface Tables {
  users: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    phone_number: WithDefault<string>;
    role: string;
    password_hash: string | null;
    profile_picture: WithDefault<string>;
    created_at: Instant;
    removed_at: Instant | null;
    invited_at: Instant | null;
    email_proved_at: Instant | null;
    first_name_folded: ColumnType<string, never, never>;
    last_name_folded: ColumnType<string, never, never>;
    email_folded: ColumnType<string, never, never>;
    phone_number_folded: ColumnType<string, never, never>;
    search_text: ColumnType<string, never, never>;
    is_address_old: WithDefault<boolean>;
  };
  sessions: {
    id: string;
    user_id: string;
    started_at: Instant;
    expires_at: Instant;
    ended_at: Instant | null;
    last_used_at: Instant | null;
    client: WithDefault<string>;
    device: WithDefault<string>;
    proved_at: Instant | null;
  };
  password_links: {
    token_hash: Buffer;
    user_id: string;
    email: string;
    expires_at: Instant;
    used_at: Instant | null;
    return_id: string | null;
    is_mailed: WithDefault<boolean>;
    replaced_at: Instant | null;
  };
  /** The security record. */
  security_events: {
    id: ColumnType<number, never, never>;
    first_at: Instant;
    at: Instant;
    count: WithDefault<number>;
    kind: string;
    user_id: string | null;
    user_name: string;
    detail: string;
    client: string;
    device: string;
    slot: string;
    search_text: ColumnType<string, never, never>;
  };
  /** Archived members who registered again. */
  member_returns: {
    id: string;
    member_id: string;
    registered_at: Instant;
    invoice_id: string | null;
    typed: JSONColumnType<Record<string, unknown>, string, string | null> | null;
    proved_at: Instant | null;
  };
  two_step_secrets: {
    user_id: string;
    secret: Buffer;
    created_at: Instant;
    confirmed_at: Instant | null;
    last_step: number | null;
  };
  revocations: {
    user_id: string;
    what: 'removed' | 'password' | 'email' | 'twoStep' | 'recoveryCodes';
    times: WithDefault<number>;
  };
  earlier_sign_ins: { user_id: string; earlier_id: string };
  recovery_codes: {
    code_hash: Buffer;
    user_id: string;
    used_at: Instant | null;
  };
  sign_in_failures: {
    id: ColumnType<number, never, never>;
    email_hash: Buffer;
    client: string;
    failed_at: Instant;
  };
  rate_counts: {
    counted_for: string;
    name: string;
    count: number;
    most: number;
    ends_at: Instant;
  };
  member_types: {
    id: string;
    name: string;
    description: WithDefault<string>;
    fee_cents: number;
    is_family: WithDefault<boolean>;
    retired_at: Instant | null;
    created_at: Instant;
    /** When somebody saved or confirmed the fee. Until then it is the suggestion that was seeded. */
    fee_confirmed_at: Instant | null;
  };
  member_statuses: {
    id: string;
    name: string;
    is_seeded: WithDefault<boolean>;
    created_at: Instant;
  };
  members: {
    id: string;
    number: number | null;
    user_id: string;
    member_type_id: string;
    member_status_id: string;
    status_set_by: string | null;
    status_set_at: Instant | null;
    title: string;
    first_name: string;
    last_name: string;
    email: string;
    phone: string;
    postal_address: string;
    zip_code: string;
    deactivated_reason: string | null;
    signup_date: string;
    archived_at: Instant | null;
    created_at: Instant;
    first_name_folded: ColumnType<string, never, never>;
    last_name_folded: ColumnType<string, never, never>;
    email_folded: ColumnType<string, never, never>;
    phone_folded: ColumnType<string, never, never>;
    /** The end of the last period. A trigger derives it from the periods. */
    paid_until: string | null;
    /** The record that this one was merged into. */
    merged_into: string | null;
    /** What an administrator chose in place of the province of the zip code. */
    corrected_province: string | null;
    province: ColumnType<string | null, never, never>;
    town: ColumnType<string | null, never, never>;
    town_folded: ColumnType<string | null, never, never>;
    search_text: ColumnType<string, never, never>;
  };
  /** Filled by a trigger. */
  members_to_compare: {
    member_id: string;
  };
  duplicate_pairs: {
    first_id: string;
    second_id: string;
    strength: number;
    reasons: string[];
    details_hash: string;
    dismissed_at: Instant | null;
    dismissed_by: string | null;
  };
  member_merges: {
    id: string;
    kept_id: string;
    merged_id: string;
    merged_at: Instant;
    merged_by: string;
    changes: JSONColumnType<RowChange[], string, string | null> | null;
    record_ids: string[];
    undone_at: Instant | null;
    undone_by: string | null;
  };
  member_relatives: {
    id: string;
    main_member_id: string;
    /** 1 to 4; null when aged out. */
    seat: number | null;
    first_name: string;
    last_name: string;
    email: string;
    date_of_birth: string | null;
    created_at: Instant;
    aged_out_at: Instant | null;
    consent_words: string | null;
    consent_at: Instant | null;
    consent_source: string | null;
  };
  company_info: {
    id: string;
    is_the_only_one: WithDefault<boolean>;
    name: WithDefault<string>;
    email: WithDefault<string>;
    phone: WithDefault<string>;
    address: WithDefault<string>;
    bank: WithDefault<string>;
    account_type: WithDefault<string>;
    branch_code: WithDefault<string>;
    account_number: WithDefault<string>;
    swift_code: WithDefault<string>;
    notes: WithDefault<string>;
    membership_expiry_date: string | null;
    created_at: Instant;
    donation_presets_cents: WithDefault<number[]>;
    vat_number: WithDefault<string>;
    pbo_number: WithDefault<string>;
    mails_per_minute: number | null;
    mails_per_day: number | null;
    logo: string | null;
    account_number_changed_by: string | null;
    account_number_changed_at: Instant | null;
    backups_kept: WithDefault<number>;
    backup_copy_folder: WithDefault<string>;
    two_step_required_from: string | null;
    vat_basis: VatBasis | null;
    /** The first month that was open when it was answered, if one was closed. */
    vat_basis_from: string | null;
    /** The first start of an installation that opens to visitors when it is ready. */
    began_closed_at: Instant | null;
    /** For the Donate page, in the organisation's words. */
    why_give: WithDefault<string>;
    started_empty_at: Instant | null;
    /** A test mail that went to a mail server. */
    test_mail_id: string | null;
  };
  logos: {
    hash: string;
    bytes: Buffer;
    width: number;
    height: number;
    created_at: Instant;
  };
  counters: { name: CounterName; last_used: WithDefault<number> };
  invoices: {
    id: string;
    number: number;
    member_id: string | null;
    member_type_id: string | null;
    payer_first_name: string;
    payer_last_name: string;
    payer_email: string;
    payer_address: string;
    line: string;
    amount_cents: number;
    payment_type: PaymentMethod;
    issuer: JSONColumnType<Issuer>;
    created_at: Instant;
    sent_at: Instant | null;
    voided_at: Instant | null;
    void_reason: string | null;
    payment_id: SetByPayments<string | null>;
    card_outcome: CardOutcome | null;
    payer_last_name_folded: ColumnType<string, never, never>;
    payer_email_folded: ColumnType<string, never, never>;
    search_text: ColumnType<string, never, never>;
    paid_cents: ColumnType<number, never, never>;
    reported_elsewhere: WithDefault<boolean>;
    write_off_id: string | null;
    written_off_cents: WithDefault<number>;
    is_open: ColumnType<boolean, never, never>;
    digest: string | null;
  };
  write_offs: {
    id: string;
    number: number;
    invoice_id: string;
    amount_cents: number;
    reason: string;
    as_paid: boolean;
    recorded_at: Instant;
    recorded_by: string;
    reversed_at: Instant | null;
    reversed_by: string | null;
    reversed_reason: string | null;
    counts_for: ColumnType<string | null, never, never>;
  };
  donation_types: { id: string; name: DonationMethod; place: number };
  donations: {
    id: string;
    number: number;
    first_name: string;
    last_name: string;
    email: string;
    donation_type_id: string;
    amount_cents: number;
    created_at: Instant;
    card_outcome: CardOutcome | null;
    payment_id: SetByPayments<string | null>;
    first_name_folded: ColumnType<string, never, never>;
    last_name_folded: ColumnType<string, never, never>;
    email_folded: ColumnType<string, never, never>;
    search_text: ColumnType<string, never, never>;
    needs_answer_since: Instant | null;
    paid_cents: ColumnType<number, never, never>;
    /** It was made by booking a bank line, which was undone. */
    withdrawn_at: Instant | null;
    digest: string | null;
  };
  payments: {
    id: string;
    invoice_id: string | null;
    amount_cents: number;
    paid_on: string;
    recorded_at: Instant;
    method: AnyMethod;
    source: PaymentSource;
    recorded_by: string | null;
    external_reference: string | null;
    donation_id: string | null;
    reversed_at: Instant | null;
    reversed_by: string | null;
    reversed_reason: string | null;
    bank_reference: string | null;
    counted_cents: WithDefault<number>;
    used_cents: WithDefault<number>;
    payer_name: string | null;
    counts_for: ColumnType<string | null, never, never>;
    /** Of a closed month, imported as a fact that is not in these books. */
    reported_elsewhere: WithDefault<boolean>;
    returned_on: string | null;
    /** Within what counts for the invoice. */
    vat_cents: WithDefault<number>;
    /** By card in test mode, so that no money moved. */
    is_test: WithDefault<boolean>;
    credit_cents: ColumnType<number, never, never>;
  };
  credit_uses: {
    id: string;
    payment_id: string;
    kind: CreditUseKind;
    amount_cents: number;
    used_on: string;
    reference: string | null;
    reason: string | null;
    carried_to: string | null;
    recorded_at: Instant;
    recorded_by: string;
    reversed_at: Instant | null;
    reversed_by: string | null;
    reversed_reason: string | null;
    /** Within a credit that was kept. */
    vat_cents: WithDefault<number>;
    /** Of a refund. A version before stored none of EFT. */
    refunded_by: RefundMethod | null;
  };
  reconciliations: {
    id: string;
    night: string | null;
    checked_at: Instant;
    duration_ms: number;
    results: JSONColumnType<BookResult[]>;
  };
  /** What is owed for invoices, by its days in the books. Written by a trigger. */
  invoice_changes: {
    id: ColumnType<number, never, never>;
    booked_on: string;
    day: string;
    event: 'issued' | 'changed' | 'voided' | 'restored' | 'deleted';
    invoice_id: string;
    invoice_number: number;
    vat_percent: number | null;
    owed_cents: number;
  };
  /** Membership periods as they were until a day in the books, on which money went back. */
  earlier_periods: {
    id: ColumnType<number, never, never>;
    invoice_id: string;
    starts_on: string;
    ends_on: string;
    until: string;
  };
  /** Written by `post` of the ledger only. */
  ledger_entries: {
    id: WithDefault<number>;
    day: string;
    booked_on: string;
    kind: string;
    source_id: string;
    record_kind: string | null;
    record_id: string | null;
    record_number: number | null;
  };
  ledger_lines: {
    entry_id: number;
    account: string;
    of_id: string | null;
    cents: number;
  };
  closed_months: {
    id: string;
    month: string;
    figures: JSONColumnType<object>;
    closed_at: Instant;
    closed_by: string;
    reopened_at: Instant | null;
    reopened_by: string | null;
    reopened_reason: string | null;
    schedules: JSONColumnType<object, string | null, never> | null;
  };
  month_digests: { closed_month_id: string; list: string; sha256: string; made_at: Instant };
  book_settings: {
    is_the_only_one: WithDefault<boolean>;
    year_end_month: WithDefault<number>;
    shows_deferred: WithDefault<boolean>;
    accounts: JSONColumnType<Record<string, Account>, string | undefined>;
    tax_rate: WithDefault<string>;
    lines_posted_at: Instant | null;
    voids_audited_from: WithDefault<Instant>;
  };
  cash_counts: { day: string; cents: number };
  stored_settings: {
    kind: 'mail' | 'payfast';
    encrypted: Buffer;
    changed_at: Instant;
    changed_by: string;
  };
  cash_differences: {
    id: string;
    day: string;
    cents: number;
    reason: string;
    recorded_at: Instant;
    recorded_by: string;
    reversed_at: Instant | null;
    reversed_by: string | null;
    reversed_reason: string | null;
  };
  opening_balances: {
    account: 'bank' | 'cash' | 'payfast';
    bank_account_id: string | null;
    day: string;
    cents: number;
  };
  provider_transactions: {
    id: string;
    provider_id: string;
    type: string;
    happened_at: Instant;
    gross_cents: number;
    fee_cents: number;
    net_cents: number;
    record_id: string | null;
    is_test: boolean;
    first_seen_at: Instant;
  };
  provider_comparisons: {
    id: string;
    night: string | null;
    requested_by: string | null;
    requested_at: Instant;
    attempts: WithDefault<number>;
    next_attempt_at: Instant | null;
    finished_at: Instant | null;
    failed_at: Instant | null;
    failure: string | null;
    from_day: string | null;
    to_day: string | null;
    month: string | null;
    transactions: number | null;
  };
  payment_differences: {
    id: string;
    kind: DifferenceKind;
    key: string;
    transaction_id: string | null;
    payment_id: string | null;
    record_id: string | null;
    day: string;
    here_cents: number | null;
    there_cents: number | null;
    first_seen_at: Instant;
    last_seen_at: Instant;
    mailed_at: Instant | null;
    resolved_at: Instant | null;
    dismissed_at: Instant | null;
    dismissed_by: string | null;
    dismissed_reason: string | null;
  };
  membership_periods: {
    id: string;
    member_id: string;
    starts_on: string;
    ends_on: string;
    anchor_day: number;
    member_type_id: string;
    fee_cents: number;
    invoice_id: string | null;
    created_at: Instant;
    entered_by: string | null;
    import_id: string | null;
  };
  list_changes: {
    list: string;
    change: number;
  };
  bulk_recipient_changes: {
    bulk_email_id: string;
    outcome: string;
    change: number;
    last_sent_at: Instant | null;
  };
  mails: {
    id: string;
    kind: string;
    to_email: string;
    to_name: WithDefault<string>;
    about: JSONColumnType<Record<string, unknown>>;
    secret: string | null;
    subject: string | null;
    created_at: Instant;
    attempts: WithDefault<number>;
    next_attempt_at: Instant | null;
    sent_at: Instant | null;
    failed_at: Instant | null;
    server_answer: string | null;
    is_batch: WithDefault<boolean>;
    leased_until: Instant | null;
    search_text: ColumnType<string, never, never>;
    sent_again_at: Instant | null;
    held_at: Instant | null;
    cancelled_at: Instant | null;
    is_captured: WithDefault<boolean>;
  };
  card_notifications: {
    id: string;
    kind: 'subscription' | 'donation';
    body: Buffer;
    source_address: string;
    is_signed: boolean;
    received_at: Instant;
    record_id: WithDefault<string>;
    provider_id: WithDefault<string>;
    payment_status: WithDefault<string>;
    amount_cents: number | null;
    verdict: CardVerdict | null;
    checks: JSONColumnType<NotificationCheck[], string | undefined>;
    judged_at: Instant | null;
    attempts: WithDefault<number>;
    next_attempt_at: Instant | null;
    record_number: WithDefault<string>;
    search_text: ColumnType<string, never, never>;
    fee_cents: number | null;
  };
  idempotency_keys: {
    call: string;
    caller: string;
    key: string;
    body_hash: Buffer;
    reply: JSONColumnType<Record<string, unknown>> | null;
    created_at: Instant;
  };
  files: {
    id: string;
    kind: 'picture' | 'attachment';
    name: string;
    media_type: string;
    bytes: Buffer;
    uploaded_by: string | null;
    created_at: Instant;
  };
  audit_entries: {
    id: ColumnType<number, never, never>;
    at: Instant;
    by_user_id: string | null;
    by_name: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    subject_name: string;
    before: JSONColumnType<Record<string, unknown>, string | undefined>;
    after: JSONColumnType<Record<string, unknown>, string | undefined>;
    search_text: ColumnType<string, never, never>;
  };
  reminders: { period_id: string; step: number; noted_at: Instant; mail_id: string | null };
  ageing_notices: { relative_id: string; noted_at: Instant; mail_id: string };
  daily_runs: { day: string; ran_at: Instant };
  policy_violations: {
    directive: string;
    blocked: string;
    page: string;
    reports: WithDefault<number>;
    first_at: Instant;
    last_at: Instant;
  };
  backups: {
    id: string;
    night: string | null;
    requested_by: string | null;
    requested_at: Instant;
    attempts: WithDefault<number>;
    started_at: Instant | null;
    host: string | null;
    folder: string | null;
    file_name: string | null;
    made_at: Instant | null;
    failed_at: Instant | null;
    failure: string | null;
    bytes: number | null;
    row_count: number | null;
    is_encrypted: WithDefault<boolean>;
    has_keys: WithDefault<boolean>;
    removed_at: Instant | null;
    copy_folder: string | null;
    copied_at: Instant | null;
    copy_failure: string | null;
    copy_removed_at: Instant | null;
  };
  backup_tests: {
    id: string;
    backup_id: string;
    started_at: Instant;
    scratch_database: string | null;
    finished_at: Instant | null;
    way: 'restored' | 'verified' | null;
    why_verified: string | null;
    failure: string | null;
    copy_folder: string | null;
    copy_failure: string | null;
  };
  red_checks: {
    name: string;
    first_red_at: Instant;
    last_red_at: Instant;
    mailed_at: Instant | null;
  };
  restores: {
    id: string;
    restored_at: Instant;
    backup_made_at: Instant;
    answered_at: Instant | null;
    answered_by: string | null;
  };
  renewal_runs: {
    id: string;
    started_by: string;
    started_at: Instant;
    filters: JSONColumnType<Record<string, unknown>>;
    chosen: string[] | null;
    total: number;
    reached: string | null;
    done: WithDefault<number>;
    created: WithDefault<number>;
    skipped: JSONColumnType<Record<string, number>, string | undefined>;
    finished_at: Instant | null;
  };
  imports: {
    id: string;
    kind: string;
    file_name: string;
    state: string;
    settings: JSONColumnType<Record<string, unknown>>;
    sheets: string[];
    columns: string[];
    sample: JSONColumnType<string[][], string | null, string | null> | null;
    mapping: JSONColumnType<Record<string, unknown>>;
    unknown: JSONColumnType<UnknownSpelling[], string | undefined>;
    problem: string | null;
    total: WithDefault<number>;
    done: WithDefault<number>;
    reached: WithDefault<number>;
    counts: JSONColumnType<Record<string, number>, string | undefined>;
    created_by: string;
    created_at: Instant;
    started_by: string | null;
    imported_at: Instant | null;
    undone_at: Instant | null;
    forgotten_at: Instant | null;
    /** Of reading the file. 0 when it was read. */
    attempts: WithDefault<number>;
    /** New rows of closed months, and their sum. */
    closed_rows: WithDefault<number>;
    closed_cents: WithDefault<number>;
    closed_months: 'elsewhere' | 'now' | null;
  };
  import_parts: { import_id: string; part: number; bytes: Buffer };
  import_rows: {
    import_id: string;
    row_number: number;
    main_row: number;
    cells: string[] | null;
    cell_problems: JSONColumnType<CellProblem[], string | null, string | null> | null;
    fate: string | null;
    sentence: WithDefault<string>;
    record_id: string | null;
    undo: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
  };
  bank_accounts: {
    id: string;
    bank: string;
    number: string;
    name: string;
    source: string | null;
    mapping: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
    created_at: Instant;
    takes_eft: WithDefault<boolean>;
  };
  bank_statements: {
    id: string;
    account_id: string | null;
    file_name: string;
    sha256: string;
    state: string;
    source: string | null;
    layout: string | null;
    bank: string | null;
    account_number: string | null;
    currency: string | null;
    from_day: string | null;
    to_day: string | null;
    opening_cents: number | null;
    closing_cents: number | null;
    balance: WithDefault<string>;
    line_count: WithDefault<number>;
    new_count: WithDefault<number>;
    known_count: WithDefault<number>;
    skipped: JSONColumnType<Record<string, number>, string | undefined>;
    warnings: WithDefault<string[]>;
    problem: string | null;
    sample: JSONColumnType<Record<string, unknown>[], string | null, string | null> | null;
    file_table: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
    mapping: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
    done: WithDefault<number>;
    created_by: string;
    created_at: Instant;
    imported_by: string | null;
    imported_at: Instant | null;
    digest: string | null;
    same_lines: JSONColumnType<Record<string, unknown>[], string | null, string | null> | null;
    same_rows: number[] | null;
  };
  bank_statement_files: { statement_id: string; bytes: Buffer };
  payout_entries: {
    match_id: string;
    place: number;
    provider_id: string;
    type: string;
    happened_at: Instant;
    gross_cents: number;
    fee_cents: number;
    net_cents: number;
    record_id: string | null;
  };
  payment_proofs: {
    id: string;
    invoice_id: string;
    place: number;
    media_type: string;
    content: Buffer;
    sha256: Buffer;
    received_at: Instant;
    dealt_with_at: Instant | null;
    dealt_with_by: string | null;
  };
  bank_lines: {
    id: string;
    account_id: string;
    statement_id: string;
    row_number: number;
    day: string;
    amount_cents: number;
    fee_cents: WithDefault<number>;
    text: string;
    reference: string;
    kind: string;
    normal_text: string;
    occurrence: number;
    balance_cents: number | null;
    bank_number: string | null;
    state: WithDefault<string>;
    booked_cents: WithDefault<number>;
    dismissed_reason: string | null;
    dismissed_by: string | null;
    dismissed_at: Instant | null;
    search_text: ColumnType<string, never, never>;
    certainty: WithDefault<Certainty>;
    judged_at: Instant | null;
    certain_records: WithDefault<string[]>;
  };
  bank_matches: {
    id: string;
    line_id: string;
    kind: MatchKind;
    amount_cents: number;
    payment_id: string | null;
    credit_use_id: string | null;
    certainty: Certainty;
    why: string;
    recorded_at: Instant;
    recorded_by: string;
    reversed_at: Instant | null;
    reversed_by: string | null;
    reversed_reason: string | null;
    payer_key: string | null;
    fee_cents: WithDefault<number>;
  };
  communication_lists: {
    id: string;
    name: string;
    audience: Audience;
    place: number;
    replacement_values: JSONColumnType<Record<string, string>>;
  };
  consents: {
    id: string;
    email: string;
    purpose: 'news' | 'appeals';
    words: string;
    source: string;
    given_at: Instant;
    withdrawn_at: Instant | null;
    given_by: string | null;
    /** Another consent for the same purpose holds for the address. It counts for nothing. */
    is_beside_another: WithDefault<boolean>;
    /** Not confirmed yet, so it counts for nothing. `withdrawn_at` equals `given_at` until then. */
    is_waiting: WithDefault<boolean>;
  };
  erasures: {
    id: string;
    kind: 'member' | 'address' | 'money';
    /** The id of the member, or the hash of the address. */
    subject: string;
    erased_at: Instant;
    erased_by: string | null;
  };
  erasure_salt: { is_the_only_one: WithDefault<boolean>; salt: Buffer };
  erasure_requests: {
    id: string;
    member_id: string;
    asked_at: Instant;
    answered_at: Instant | null;
    answered_by: string | null;
    declined_reason: string | null;
  };
  /** How long each kind of record is kept. */
  retention_periods: { kind: string; months: number | null; saved_at: Instant };
  retention_results: {
    kind: string;
    day: string;
    erased: WithDefault<number>;
    left_over: WithDefault<number>;
    oldest_left: Instant | null;
    finished_at: Instant | null;
  };
  suppressions: {
    id: string;
    email: string;
    kind: 'unsubscribed' | 'refused';
    reason: WithDefault<string>;
    at: Instant;
    search_text: ColumnType<string, never, never>;
  };
  bulk_emails: {
    id: string;
    communication_list_id: string;
    subject: string;
    title: string;
    content: string;
    is_appeal: WithDefault<boolean>;
    attachment_id: string | null;
    created_by: string | null;
    created_at: Instant;
    processing_at: Instant | null;
    processing_by: string | null;
    completed_at: Instant | null;
    paused_at: Instant | null;
    stopped_at: Instant | null;
    held_at: Instant | null;
    held_reason: string | null;
    failures_in_a_row: WithDefault<number>;
    trouble: string | null;
    search_text: ColumnType<string, never, never>;
    saved_search_id: string | null;
    goes_to_search: ColumnType<boolean | null, never, never>;
    sent_to_name: string | null;
  };
  saved_searches: {
    id: string;
    list: string;
    name: string;
    owner_id: string | null;
    is_shared: boolean;
    search: JSONColumnType<Record<string, string | boolean>>;
    created_at: Instant;
    changed_at: Instant;
    is_for_bulk_emails: ColumnType<boolean, never, never>;
  };
  bulk_recipients: {
    id: WithDefault<string>;
    bulk_email_id: string;
    email: string;
    name: string;
    replacements: JSONColumnType<Record<string, string>>;
    attempts: WithDefault<number>;
    next_attempt_at: Instant | null;
    sending_at: Instant | null;
    sending_by: number | null;
    sent_at: Instant | null;
    failed_at: Instant | null;
    suppressed_at: Instant | null;
    uncertain_at: Instant | null;
    answer: string | null;
    outcome: ColumnType<RecipientOutcome, never, never>;
    uncounted: WithDefault<number>;
  };
}

/** The recipients of a communication list. */
export type Audience = 'all' | 'active' | 'due' | 'expired' | 'donors';
export type RecipientOutcome =
  | 'pending'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'suppressed'
  | 'uncertain';

type Instant = Date;
type WithDefault<T> = ColumnType<T, T | undefined, T>;
export type CounterName = 'invoice' | 'member' | 'donation' | 'credit-note';
export type PaymentMethod = 'Credit Card' | 'Pay Pal' | 'EFT';
export type DonationMethod = 'Credit Card' | 'EFT' | 'World Remit' | 'Wise';
/** How money can come. */
type AnyMethod =
  | PaymentMethod
  | DonationMethod
  | 'Cash'
  | 'Card Machine'
  | 'Debit Order'
  | 'SnapScan'
  | 'Cheque'
  | 'Other';
/** What the card provider last said without paying. */
export type CardOutcome = 'failed' | 'cancelled';

/** Only the trigger of payments writes it. */
type SetByPayments<T> = ColumnType<T, never, never>;

/** The source of a payment; `credit`: it was carried on from the credit of another payment. `bank`: from a bank line. */
export type PaymentSource = 'administrator' | 'payfast' | 'credit' | 'bank';

export type CreditUseKind = 'refund' | 'invoice' | 'donation' | 'other';

/** What became of a notification of the card provider; `contract/payments/endpoints.ts` says what each means. */
export type DifferenceKind =
  | 'unrecorded'
  | 'unknown-record'
  | 'not-there'
  | 'amount'
  | 'fee'
  | 'paid-twice'
  | 'reversed'
  | 'unknown-type'
  | 'test-row'
  | 'balance';

export type CardVerdict =
  | 'settled'
  | 'already'
  | 'credit'
  | 'cancelled'
  | 'failed'
  | 'pending'
  | 'refused'
  | 'unconfirmed'
  | 'unjudged';

/** A row that a merge changed. `before` is null for a new row, `after` for a deleted one. */
export interface RowChange {
  table: string;
  id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface NotificationCheck {
  name: string;
  outcome: 'passed' | 'failed' | 'unknown';
  words: string;
}

/** A name in a file that means nothing yet. */
interface UnknownSpelling {
  column: string;
  spelling: string;
  meaning?: string;
}

/** A cell of a file whose value cannot be trusted. A column of null is the whole row. */
interface CellProblem {
  column: number | null;
  sentence: string;
}

/** The issuer and the bank details of an invoice on the day of issue. */
export interface Issuer {
  name: string;
  email: string;
  phone: string;
  address: string;
  bank: string;
  accountType: string;
  branchCode: string;
  accountNumber: string;
  swiftCode: string;
  /** Left out by who is not registered for it, and before it could be entered. */
  vat?: { number: string; percent: number };
  /** Left out without a logo, and before one could be uploaded. */
  logo?: IssuerLogo;
}

/** A row of `logos`, which stays. Pixels. */
export interface IssuerLogo {
  hash: string;
  width: number;
  height: number;
}
