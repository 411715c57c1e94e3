import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { Period } from '#server/features/members/periods/next-period.ts';
import type { ImportJob } from '../import-kind.ts';
import type { RelativeRow } from './read-member-row.ts';

interface NewPeriod {
  memberId: string;
  typeId: string;
  period: Period;
  /** A free membership, which no one entered. */
  isFree: boolean;
}

export async function insertPeriods(
  { db, at }: Context,
  { id, by }: ImportJob,
  periods: NewPeriod[],
): Promise<string[]> {
  if (periods.length === 0) return [];
  const rows = periods.map(({ memberId, typeId, period, isFree }) => ({
    id: randomUUID(),
    member_id: memberId,
    starts_on: period.startsOn,
    ends_on: period.endsOn,
    anchor_day: period.anchorDay,
    member_type_id: typeId,
    fee_cents: 0,
    invoice_id: null,
    created_at: at,
    entered_by: isFree ? null : by.userId,
    import_id: id,
  }));
  await db.insertInto('membership_periods').values(rows).execute();
  return rows.map((row) => row.id);
}

interface NewRelative {
  memberId: string;
  seat: number;
  relative: RelativeRow;
}

/** A parent's consent is never imported: it is not recorded. */
export async function insertRelatives(
  { db, at }: Context,
  relatives: NewRelative[],
): Promise<string[]> {
  if (relatives.length === 0) return [];
  const rows = relatives.map(({ memberId, seat, relative }) => ({
    id: randomUUID(),
    main_member_id: memberId,
    seat,
    first_name: relative.firstName,
    last_name: relative.lastName,
    email: relative.email,
    date_of_birth: relative.dateOfBirth,
    created_at: at,
  }));
  await db.insertInto('member_relatives').values(rows).execute();
  return rows.map((row) => row.id);
}
