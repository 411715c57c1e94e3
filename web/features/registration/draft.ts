import * as z from 'zod/mini';
import { noRelative, type TypedRelative } from '#web/features/members/relative-rules.ts';
import { draftKey as key } from './draft-key.ts';
import { nobody, type TypedPerson } from './person-form.ts';

/** Everything typed so far. */
export interface Draft {
  person: TypedPerson;
  relatives: TypedRelative[];
  /** Relatives that were cleared when the family type was left; restored with it. */
  earlierRelatives: TypedRelative[];
  paymentType: string;
  /** The consents to emails. */
  news: boolean;
  appeals: boolean;
  /** The email that was checked and is not used yet. */
  freeEmail: string;
  /** The email of a registration that was sent and not refused: it may be taken by that one. */
  sentEmail: string;
}

export const emptyDraft: Draft = {
  person: nobody,
  relatives: [],
  earlierRelatives: [],
  paymentType: '',
  news: false,
  appeals: false,
  freeEmail: '',
  sentEmail: '',
};

const texts = <K extends string>(of: Record<K, string>) =>
  z.object(
    Object.fromEntries(Object.keys(of).map((name) => [name, z.string()])) as Record<
      K,
      z.ZodMiniString
    >,
  );
const { hasConsent: _unticked, ...noWords } = noRelative;
const relatives = z.array(z.extend(texts(noWords), { hasConsent: z.boolean() }));
const storedShape = z.object({
  person: texts({ ...nobody }),
  relatives,
  earlierRelatives: relatives,
  paymentType: z.string(),
  news: z.boolean(),
  appeals: z.boolean(),
  freeEmail: z.string(),
  sentEmail: z.string(),
});

/** In sessionStorage, so it survives a reload; never the passwords. */
export function storeDraft(draft: Draft, storage: Storage = sessionStorage): void {
  const person = { ...draft.person, password: '', confirmPassword: '' };
  storage.setItem(key, JSON.stringify({ ...draft, person }));
}

export function storedDraft(storage?: Storage): Draft {
  try {
    // Not available while rendering on the server.
    const text = (storage ?? sessionStorage).getItem(key);
    return storedShape.parse(JSON.parse(text ?? ''));
  } catch {
    return emptyDraft;
  }
}

export function forgetDraft(storage: Storage = sessionStorage): void {
  storage.removeItem(key);
}
