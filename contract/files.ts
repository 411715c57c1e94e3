import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './fields.ts';

/** The upload limit in bytes, and the pixels of each side of the stored picture. product-rules 10.2, 10.5. */
export const largestPicture = 5 * 1024 * 1024;
export const picturePixels = 256;
/** The types that the file dialog offers. The server checks the content itself. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Errors of a picture: the text of product-rules 16.12 first, then what to do. */
export const pictureTexts = {
  refused: 'Bad Request: Invalid file or missing parameters.',
  missing: 'Please choose one picture.',
  tooLarge: 'A picture is at most 5 MB. Please choose a smaller one.',
  wrongType: 'Please choose a JPEG, PNG, WebP or GIF picture.',
  svg: 'SVG drawings are not accepted. Please choose a JPEG, PNG, WebP or GIF picture.',
  heic: 'HEIC photos are not accepted. Please save the photo as JPEG and choose that one.',
  tooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
  damaged: 'This picture is damaged and cannot be opened. Please choose another one.',
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
  summary: 'A picture, readable by anyone with its id; it never changes',
  params: idParams,
  file: 'image/webp',
  lasting: true,
});

export const uploadProfilePicture = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/user/upload-profile-picture',
  access: 'signedIn',
  summary: 'Replace your own picture, or as an Admin that of `userId`; returns its path',
  body: z.object({ userId: z.optional(z.union([z.literal(''), id], 'This user does not exist.')) }),
  upload: { field: 'file', largest: largestPicture },
  reply: z.string(),
  limit: { most: 10, per: 'hour' },
});
