import { welcomeFirstAdministrator } from '#server/features/auth/welcome-first-administrator.ts';
import { createUser } from '#server/features/users/create-user.ts';
import { updateUser } from '#server/features/users/update-user.ts';
import type { Caller, Context } from '#server/context.ts';

/** The administrators. Their actions appear in the audit log. */
export interface Staff {
  chair: Caller;
  treasurer: Caller;
  secretary: Caller;
}

interface SignIn {
  email: string;
  password: string;
}

/** The first administrator and the administrators that she adds. */
export async function hireStaff(ctx: Context, { email, password }: SignIn): Promise<Staff> {
  await welcomeFirstAdministrator(ctx, { email, password, isDemo: true });
  const first = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow();
  const callerOf = (userId: string): Caller => ({
    userId,
    role: 'Admin',
    sessionId: '',
    memberId: null,
    provedAt: ctx.at,
  });
  const chair = callerOf(first.id);
  const inOffice = { ...ctx, by: chair };
  await updateUser(inOffice, first.id, { firstName: 'Miriam', lastName: 'Adams' });
  const treasurer = await createUser(inOffice, {
    firstName: 'Naledi',
    lastName: 'Khumalo',
    email: 'treasurer@example.org',
    phoneNumber: '082 555 0101',
    password,
  });
  const secretary = await createUser(inOffice, {
    firstName: 'Koos',
    lastName: 'Venter',
    email: 'secretary@example.org',
    phoneNumber: '083 555 0102',
    password,
  });
  return { chair, treasurer: callerOf(treasurer.id), secretary: callerOf(secretary.id) };
}
