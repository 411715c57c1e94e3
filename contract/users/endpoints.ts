import { memberRole, staffRoles } from '#contract/roles.ts';
import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { email, id, idParams, optionalText, personName } from '#contract/fields.ts';
import { password } from '#contract/auth/passwords.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

export const userTexts = {
  heading: 'Manage Users',
  failed: 'Failed to fetch users',
  error: 'Error fetching users',
  notFound: 'This user does not exist.',
  memberChanges: 'This user is a member. Please change the member instead.',
  toMember: (name: string) => `Change the member ${name}`,
  memberStays: 'This user is a member. Please delete the member instead.',
  lastStays: 'The only administrator cannot be deleted. Please add another one first.',
  ownStays: 'You cannot delete yourself. Please ask another administrator.',
  added: 'User created.',
  saved: 'User saved.',
  noRole: 'Please choose at least one role.',
  unknownRole: 'Please choose the roles from the list.',
  memberRole: 'Member cannot be combined with other roles. Members are added under Members.',
  ownAdminStays: 'You cannot take away your own role Admin. Please ask another administrator.',
  lastAdminStays:
    'There must be one administrator. Please give another person the role Admin first.',
  rolesEndSessions: 'When the roles change, the person is signed out everywhere and gets an email.',
  noSignIn: 'Not in the last 90 days',
  you: '(you)',
  deletes: (name: string) =>
    `${name} will no longer be able to sign in. Their past changes stay in the audit log.`,
  signsOut: 'Sessions with the old address end, and a notice is sent to that address.',
  pictureLater: 'The user was created, but not the picture. Please choose it again.',
} as const;

export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** The roles, joined with commas. */
  role: z.string(),
  roles: z.array(z.string()),
  /** The last one of the last 90 days, as the security record has it. */
  lastSignInUtc: z.nullable(z.string()),
  /** The path of the picture, or `''`. */
  profilePicture: z.string(),
  createdUtc: z.string(),
});
export type User = z.output<typeof user>;

/** This form has its own message for the email. product-rules 15.4. */
const badEmail = 'Valid email is required.';

/** One or more of the administrators' side. */
const chosenRoles = z
  .array(
    z.enum(staffRoles, {
      error: ({ input }) => (input === memberRole ? userTexts.memberRole : userTexts.unknownRole),
    }),
    userTexts.noRole,
  )
  .check(z.minLength(1, userTexts.noRole));

export const userForm = z.object({
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email(badEmail, badEmail),
  phoneNumber: optionalText(40),
  roles: chosenRoles,
});

const userFields = ['firstName', 'lastName', 'email', 'phoneNumber', 'roles'] as const;
const anyRole = z.enum([...staffRoles, memberRole]);

const userCsv = [
  { header: 'First Name', field: 'firstName' },
  { header: 'Last Name', field: 'lastName' },
  { header: 'Email', field: 'email' },
  { header: 'Phone', field: 'phoneNumber', kind: 'phone' },
  { header: 'Role', field: 'role' },
  { header: 'Last sign-in', field: 'lastSignInUtc', kind: 'moment' },
  { header: 'Created', field: 'createdUtc', kind: 'moment' },
] as const satisfies CsvColumns<User>;

export const userColumns = ['FirstName', 'LastName', 'Email', 'PhoneNumber', 'CreatedUtc'] as const;

export const searchUsers = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/search',
  permission: 'system',
  readOnly: true,
  summary: 'Users that match all filters, by first name',
  body: searchBody(
    {
      firstName: textFilter,
      lastName: textFilter,
      email: textFilter,
      phoneNumber: textFilter,
      /** `Admin` finds all of the administrators' side. */
      role: textFilter,
      /** Those who have one of exactly these roles. */
      roles: z.optional(z.nullable(z.union([z.literal(''), anyRole, z.array(anyRole)]))),
    },
    userColumns,
  ),
  reply: found(user),
  csv: { name: 'users', columns: userCsv },
});

export const createUser = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user',
  permission: 'system',
  summary: 'Add a user of the administrators’ side with this password; an Admin without `roles`',
  body: z.object({
    firstName: userForm.shape.firstName,
    lastName: userForm.shape.lastName,
    email: userForm.shape.email,
    phoneNumber: z.optional(z.nullable(userForm.shape.phoneNumber)),
    password,
    roles: z.optional(chosenRoles),
  }),
  reply: user,
  status: 201,
  idempotent: true,
  proof: 'always',
});

export const getUser = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/:id',
  permission: 'system',
  summary: 'One user',
  params: idParams,
  reply: user,
  versioned: userFields,
});

export const updateUser = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/user/:id',
  permission: 'system',
  summary:
    'Change a user of the administrators’ side; members are changed through their member record',
  params: idParams,
  body: z.object({
    firstName: z.optional(userForm.shape.firstName),
    lastName: z.optional(userForm.shape.lastName),
    email: z.optional(userForm.shape.email),
    phoneNumber: z.optional(z.nullable(userForm.shape.phoneNumber)),
    roles: z.optional(chosenRoles),
  }),
  reply: user,
  versioned: userFields,
  proof: 'byValues',
});

export const deleteUser = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/user/:id',
  permission: 'system',
  summary: 'Delete a user of the administrators’ side, except the only one and yourself',
  params: idParams,
  status: 204,
  proof: 'always',
});
