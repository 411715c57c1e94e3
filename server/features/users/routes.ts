import * as files from '#contract/files.ts';
import * as contract from '#contract/users/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { findUser, searchUserRows } from './queries.ts';
import { updateUser } from './update-user.ts';
import { uploadProfilePicture } from './upload-profile-picture.ts';

export function userRoutes(serve: Serve): void {
  serve(contract.searchUsers, ({ work, body }) => searchUserRows(work.db, body));

  serve(contract.createUser, ({ work, body }) => createUser(work, body));

  serve(contract.getUser, async ({ work, params }) => {
    const user = await findUser(work.db, params.id);
    if (user === undefined) throw notFound(contract.userTexts.notFound);
    return user;
  });

  serve(contract.updateUser, ({ work, params, body, ifMatch }) =>
    updateUser(work, params.id, body, ifMatch),
  );

  serve(contract.deleteUser, ({ work, params }) => deleteUser(work, params.id));

  serve(files.uploadProfilePicture, ({ work, body, file }) =>
    uploadProfilePicture(work, { file, userId: body.userId }),
  );
}
