import type { InputOf } from '#contract/endpoint.ts';
import { mergeMembers, previewMerge } from '#contract/duplicates/merge.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';

type Choices = Partial<InputOf<typeof mergeMembers>['body']>;

/** Looks at the preview and merges with these choices, as an administrator does. */
export async function merge(
  app: TestApp,
  [id, other]: readonly [string, string],
  as: { token: string },
  choices: Choices = {},
) {
  const { data } = await callApi(app, previewMerge, { params: { id }, query: { with: other } }, as);
  const body = { with: other, version: data.version, ...choices };
  return callApi(app, mergeMembers, { params: { id }, body }, as);
}

/** The last merge of the record that was merged. */
export async function mergeOf(app: TestApp, mergedId: string): Promise<string> {
  const { id } = await app.db
    .selectFrom('member_merges')
    .select('id')
    .where('merged_id', '=', mergedId)
    .orderBy('merged_at', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
