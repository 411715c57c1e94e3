import { permissionsOf } from '#contract/permissions.ts';
import { rolesOf, staffRolesOf } from '#contract/roles.ts';
import * as sessions from '#contract/auth/sessions.ts';
import * as files from '#contract/files.ts';
import * as contract from '#contract/users/endpoints.ts';
import { getPermissions } from '#contract/users/own-permissions.ts';
import { notFound } from '#server/errors.ts';
import { assertNotCommon } from '#server/features/auth/common-password.ts';
import { listSessions } from '#server/features/auth/sessions.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { administratorNames, findUser, searchUserRows } from './queries.ts';
import { updateUser } from './update-user.ts';
import { uploadProfilePicture } from './upload-profile-picture.ts';

export function userRoutes(serve: Serve): void {
  serve(contract.searchUsers, ({ ctx, body }) => searchUserRows(ctx.db, body));

  serve(getPermissions, async ({ ctx }) => {
    const roles = staffRolesOf(rolesOf(ctx.by?.role ?? ''));
    const administrators = await administratorNames(ctx.db);
    return { roles, permissions: permissionsOf(roles), administrators };
  });

  serve(contract.createUser, ({ ctx, body }) => {
    // Not in the command: the demo may give its administrators any password.
    assertNotCommon(body.password, 'password');
    return createUser(ctx, body);
  });

  serve(contract.getUser, async ({ ctx, params }) => {
    const user = await findUser(ctx.db, params.id);
    if (user === undefined) throw notFound(contract.userTexts.notFound);
    return user;
  });

  serve(contract.updateUser, ({ ctx, params, body, ifMatch }) =>
    updateUser(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteUser, ({ ctx, params }) => deleteUser(ctx, params.id));

  serve(sessions.listUserSessions, ({ ctx, params }) => listSessions(ctx, params.id));

  serve(sessions.endUserSessions, ({ ctx, params }) => endUserSessions(ctx, params.id));

  serve(files.uploadProfilePicture, ({ ctx, body, file }) =>
    uploadProfilePicture(ctx, { file, userId: body.userId }),
  );
}
