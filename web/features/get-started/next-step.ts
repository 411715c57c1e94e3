import type { GetStarted, SetupStep } from '#contract/get-started/endpoints.ts';
import { getStartedTexts as texts, stepTexts } from '#contract/get-started/texts.ts';
import { paths } from '#web/app/paths.ts';
import type { NoticeLink } from '#web/ui/notices/notice-list.ts';

/** Where each step is done. */
export const placeOf: Readonly<Record<SetupStep, string>> = {
  organisation: paths.companyInfo('organisation'),
  money: paths.companyInfo('bank'),
  fees: paths.memberTypes(),
  mail: paths.mailSettings(),
  backup: paths.backups(),
  twoStep: paths.twoStep(),
  members: paths.newImport(),
};

type Steps = GetStarted['steps'];

/** The steps that were done since. */
export function doneSince(before: Steps, now: Steps): SetupStep[] {
  const open = before.filter(({ isDone }) => !isDone).map(({ step }) => step);
  return now.filter(({ step, isDone }) => isDone && open.includes(step)).map(({ step }) => step);
}

/** What is said where a step was done. It leads to the next open one, or to the first that was passed over. */
export function nextStepNotice(steps: Steps, done: SetupStep): [text: string, link: NoticeLink] {
  const place = steps.findIndex(({ step }) => step === done);
  const inOrder = [...steps.slice(place), ...steps.slice(0, place)];
  const next = inOrder.find(({ isDone }) => !isDone);
  const count = steps.filter(({ isDone }) => isDone).length;
  const replaces = 'getStarted';
  if (next === undefined) {
    return [texts.complete, { label: texts.heading, to: paths.getStarted(), replaces }];
  }
  const { title } = stepTexts[next.step];
  const link = { label: texts.nextStep, to: placeOf[next.step], replaces };
  return [texts.stepDone(count, steps.length, title), link];
}
