import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as z from 'zod/mini';
import { donate } from './donations/endpoints.ts';
import { createInvoice, updateInvoice } from './invoices/admin-endpoints.ts';
import { createMember, updateMember } from './members/endpoints.ts';
import { createRelative, updateRelative } from './members/relatives.ts';
import { register } from './registration/endpoints.ts';
import { createUser, updateUser } from './users/endpoints.ts';
import { updateDonation } from './donations/admin-endpoints.ts';

const forms = {
  register,
  donate,
  updateDonation,
  createMember,
  updateMember,
  createRelative,
  updateRelative,
  createUser,
  updateUser,
  createInvoice,
  updateInvoice,
};

for (const [name, { body }] of Object.entries(forms)) {
  test(`${name} refuses names with a web address, and no other names`, () => {
    const wrongNames = (value: string) => {
      const names = {
        firstName: value,
        lastName: value,
        userFirstName: value,
        userLastName: value,
      };
      const { error } = (body as z.ZodMiniType).safeParse(names);
      const issues = error?.issues ?? [];
      return issues.filter(({ message }) => message.includes('web address')).length;
    };
    const addresses = ['https://x.example', 'Anna (ftp://x)', 'www.x.example', 'A WWW.x.co.za'];
    const withoutScheme = [
      'Win at prize.com',
      'x.co.za',
      'x.example/pay',
      'http:\\\\x',
      'ｗｗｗ．x．example',
    ];
    for (const value of [...addresses, ...withoutScheme]) {
      assert.equal(wrongNames(value), 2, value);
    }
    for (const value of [
      'Anna-Marie',
      'van der Merwe Jnr.',
      "O'Brien / Nkosi",
      'Www',
      '!Xóõ: ǂ',
      'J.R.R.',
      'St.John',
    ]) {
      assert.equal(wrongNames(value), 0, value);
    }
  });
}
