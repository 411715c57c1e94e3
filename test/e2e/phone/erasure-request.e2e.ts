import { erasureRequestTexts as texts } from '#contract/privacy/erasure.ts';
import { openProfile } from '../fixtures/profile.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('a member asks on My Profile to be erased, and sees that an answer will come', async ({
  page,
  office,
  enterAs,
}) => {
  const thandi = await office.registered();
  const profile = openProfile(page);
  await enterAs(thandi, profile.path);
  await profile.unfold('Privacy');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  await privacy.getByRole('button', { name: texts.ask }).click();
  const question = page.getByRole('alertdialog', { name: texts.askTitle });
  await expect(question).toContainText(texts.askBody);
  await expectAccessible(page);
  await question.getByRole('button', { name: texts.confirm }).click();
  await expect(question).toBeHidden();
  await expect(privacy.getByText(/^You asked on .* to be erased\./)).toBeVisible();
  await expect(privacy.getByRole('button', { name: texts.ask })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const mails = await office.mailsTo('admin@localhost', 'A member asks to be erased');
  expect(mails[0]?.text).not.toContain('Thandi');

  await page.reload();
  await profile.unfold('Privacy');
  await expect(privacy.getByText(/^You asked on/)).toBeVisible();
});
