import type { StaffRole } from '#contract/roles.ts';
import { welcomeFirstAdministrator } from '#server/features/auth/welcome-first-administrator.ts';
import { createUser } from '#server/features/users/create-user.ts';
import { updateUser } from '#server/features/users/update-user.ts';
import type { Caller, Context } from '#server/context.ts';

/** A person for each role. Their actions appear in the audit log. */
export interface Staff {
  chair: Caller;
  treasurer: Caller;
  secretary: Caller;
  editor: Caller;
}

type User = Parameters<typeof createUser>[1];

interface SignIn {
  email: string;
  password: string;
}

/** The first administrator, and the people that she adds. */
export async function hireStaff(ctx: Context, { email, password }: SignIn): Promise<Staff> {
  await welcomeFirstAdministrator(ctx, { email, password, isDemo: true });
  const first = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow();
  const callerOf = (userId: string, role: StaffRole): Caller => ({
    userId,
    role,
    sessionId: '',
    memberId: null,
    provedAt: ctx.at,
  });
  const chair = callerOf(first.id, 'Admin');
  const inOffice = { ...ctx, by: chair };
  await updateUser(inOffice, first.id, { firstName: 'Miriam', lastName: 'Adams' });
  async function hire(role: StaffRole, person: Omit<User, 'password' | 'roles'>): Promise<Caller> {
    const { id } = await createUser(inOffice, { ...person, password, roles: [role] });
    return callerOf(id, role);
  }
  const treasurer = await hire('Treasurer', {
    firstName: 'Naledi',
    lastName: 'Khumalo',
    email: 'treasurer@example.org',
    phoneNumber: '082 555 0101',
  });
  const secretary = await hire('Membership Secretary', {
    firstName: 'Koos',
    lastName: 'Venter',
    email: 'secretary@example.org',
    phoneNumber: '083 555 0102',
  });
  const editor = await hire('Communications', {
    firstName: 'Lerato',
    lastName: 'Nkosi',
    email: 'newsletter@example.org',
    phoneNumber: '084 555 0103',
  });
  await hire('Auditor', {
    firstName: 'Pieter',
    lastName: 'Botha',
    email: 'auditor@example.org',
    phoneNumber: '072 555 0104',
  });
  return { chair, treasurer, secretary, editor };
}
