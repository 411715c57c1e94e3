import * as archive from '#contract/members/archive.ts';
import {
  dismissDuplicate,
  getMemberDuplicates,
  listDuplicates,
  previewDuplicates,
} from '#contract/duplicates/endpoints.ts';
import { mergeMembers, previewMerge, undoMerge } from '#contract/duplicates/merge.ts';
import * as members from '#contract/members/endpoints.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import * as relatives from '#contract/members/relatives.ts';
import { getMemberStatement } from '#contract/month-end/statement-of-account.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { register } from '#contract/registration/endpoints.ts';
import { summarizeMembers } from '#contract/summaries.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { callApi } from '#test/support/call.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
import { registered, thandisForm } from '#test/support/people.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';
import { countsRecords, wholeFile } from './searches.ts';

export function memberCalls(fixture: Fixture): Call[] {
  const { app, as, call, email, forms, made, member, of, payer, someone } = fixture;
  const { searchMembers, createMember, updateMember, deleteMember } = members;
  const first = { body: {} };
  const ofMember = { params: { id: member.id } };
  const ofSomeone = async () => ({ params: { id: (await someone()).memberId } });
  const ofPayer = async () => ({ params: { id: (await payer()).memberId } });
  return [
    call(searchMembers, first),
    call(searchMembers, { body: { email: member.email } }, { case: 'by address' }),
    call(searchMembers, { body: { isArchived: true } }, { case: 'archived' }),
    call(searchMembers, first, wholeFile(4)),
    call(members.listMembers, { query: {} }),
    call(summarizeMembers, {}, countsRecords(1.1)),
    call(members.getMember, ofMember, { by: 'member' }),
    call(getMemberStory, ofMember),
    call(getMemberStatement, { ...ofMember, query: {} }),
    call(archive.previewDeletion, ofMember),
    call(createMember, async () => ({ body: await forms.member() }), { statements: 9 }),
    call(createMember, async () => ({ body: await forms.member() }), {
      case: 'with a key',
      headers: { 'idempotency-key': email() },
      statements: 11,
    }),
    call(updateMember, async () => ({ ...(await ofSomeone()), body: { phone: '083' } })),
    call(deleteMember, () => of(made.member())),
    call(deleteMember, ofPayer, { case: 'archive', audits: ['archiveMember'] }),
    call(archive.restoreMember, async () => {
      const input = await ofPayer();
      await callApi(app, deleteMember, input, as);
      return input;
    }),
    call(sendInvitation, async () => {
      const input = await of(made.member());
      // At the same moment the invitation would be identical, so the clock moves on.
      app.clock.set(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
      return input;
    }),
    call(members.returnToAutomaticStatus, async () => {
      const input = await ofPayer();
      const body = { memberStatusID: await statusId(app.db, 'Expired') };
      await callApi(app, updateMember, { ...input, body }, as);
      return input;
    }),
    ...relativeCalls(fixture),
    ...registerCalls(fixture),
    ...duplicateCalls(fixture),
  ];
}

function relativeCalls({ call, forms, made, member, of }: Fixture): Call[] {
  return [
    call(relatives.searchRelatives, { body: { mainMemberId: member.id } }),
    call(relatives.createRelative, async () => ({ body: await forms.relative() })),
    call(relatives.updateRelative, async () => ({
      ...(await of(made.relative())),
      body: { firstName: 'Lerato' },
    })),
    call(relatives.deleteRelative, () => of(made.relative())),
  ];
}

function registerCalls({ app, call, email }: Fixture): Call[] {
  const form = async (changes: object) => ({
    body: await thandisForm(app, { email: email(), ...changes }),
  });
  const consents = { news: true, appeals: true };
  return [
    call(register, () => form({}), {
      by: 'nobody',
      notAudited: 'people register themselves',
      statements: 8,
    }),
    call(register, () => form({ consents }), { case: 'with consents', by: 'nobody' }),
    call(register, () => form({ paymentType: 'Credit Card', consents }), {
      case: 'by card, with consents',
      by: 'nobody',
      // Four of them are for the two consents, which wait.
      statements: 11,
    }),
    call(
      register,
      async () => {
        const archived = app.db.selectFrom('members').where('archived_at', 'is not', null);
        return form(await archived.select('email').executeTakeFirstOrThrow());
      },
      { case: 'archived', by: 'nobody' },
    ),
  ];
}

function duplicateCalls({ app, as, call, email, member, run, someone }: Fixture): Call[] {
  let pairs = 0;

  /** With a name and a phone number that nobody else has. Both have an open invoice. */
  async function twins() {
    const lastName = `Twin${String.fromCodePoint(65 + (pairs % 26))}${++pairs}`;
    const phone = `071 000 ${1000 + pairs}`;
    const one = await registered(app, { email: email(), lastName, phone });
    const other = await registered(app, { email: email(), lastName, phone });
    return [one.memberId, other.memberId] as const;
  }

  const openInvoice = { openInvoice: 'kept' } as const;
  return [
    call(listDuplicates, { query: {} }),
    call(
      listDuplicates,
      async () => {
        const { data } = await callApi(app, listDuplicates, { query: {} }, as);
        return { query: { after: data.next ?? undefined } };
      },
      { case: 'the next page' },
    ),
    call(getMemberDuplicates, { params: { id: member.id } }),
    call(previewDuplicates, {
      body: { firstName: 'Thandi', lastName: 'Dlamini', email: 'no@example.org', phone: '' },
    }),
    call(previewMerge, async () => ({
      params: { id: member.id },
      query: { with: (await someone()).memberId },
    })),
    call(dismissDuplicate, async () => {
      const [firstId, secondId] = await twins();
      return { body: { firstId, secondId } };
    }),
    run(
      mergeMembers,
      async () => {
        const ids = await twins();
        return () => merge(app, ids, as, openInvoice);
      },
      { audits: ['mergeMembers', 'archiveMergedMember'] },
    ),
    call(undoMerge, async () => {
      const ids = await twins();
      const { data } = await merge(app, ids, as, openInvoice);
      return { params: { id: await mergeOf(app, ids.find((one) => one !== data.id) ?? '') } };
    }),
  ];
}
