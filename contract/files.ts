import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './fields.ts';

/** Bytes of a picture as it is sent, and the pixels of each side as it is kept. product-rules 10.2, 10.5. */
export const largestPicture = 5 * 1024 * 1024;
export const picturePixels = 256;
/** What a browser offers to choose from; the server judges by the content. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** What is wrong with a picture: the sentence of product-rules 16.12 first, then what to do. */
export const pictureTexts = {
  refused: 'Bad Request: Invalid file or missing parameters.',
  missing: 'Please choose one picture.',
  tooLarge: 'A picture is at most 5 MB. Please choose a smaller one.',
  wrongType: 'Please choose a JPEG, PNG, WebP or GIF picture.',
  svg: 'SVG drawings are not taken. Please choose a JPEG, PNG, WebP or GIF picture.',
  heic: 'HEIC photos are not taken. Please save the photo as JPEG and choose that one.',
  tooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
  damaged: 'This picture is damaged: it cannot be opened. Please choose another one.',
  unreadable: 'The upload is not complete. Please choose the picture again.',
  hint: 'A photo as JPEG, PNG, WebP or GIF. Its middle is shown, cut to a circle.',
  chosen: 'It is uploaded when you save.',
  uploading: 'Uploading the picture…',
  undo: 'Do not use this picture',
} as const;

/** Where the browser finds a file. product-rules 1.24. */
export const fileAddress = (fileId: string) => `/api/files/${fileId}`;

export const getPicture = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/files/:id',
  access: 'anyone',
  summary: 'A picture, to whoever knows its id; it never changes',
  params: idParams,
  file: 'image/webp',
  lasting: true,
});

export const uploadProfilePicture = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/upload-profile-picture',
  access: 'signedIn',
  summary: 'Replace the own picture, or as an Admin that of `userId`; answers its path',
  body: z.object({ userId: z.optional(z.union([z.literal(''), id], 'This user does not exist.')) }),
  upload: { field: 'file', largest: largestPicture },
  reply: z.string(),
});
