import { sql } from 'kysely';
import { type GetStarted, setupSteps, type SetupStep } from '#contract/get-started/endpoints.ts';
import { needsOfStep } from '#contract/get-started/needs.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import {
  openingColumns,
  type OpeningFacts,
  openingOf,
} from '#server/features/company-info/opening.ts';
import { may } from '#server/platform/access/permissions.ts';

export type Installation = Pick<
  Config,
  'isLoopback' | 'isDemo' | 'payfast' | 'smtpUrl' | 'publicUrl'
>;

/** Each step is read from the records. Null for roles without a step, and in the demo. product-rules 2.49. */
export async function readGetStarted(
  ctx: Context,
  installation: Installation,
): Promise<GetStarted | null> {
  const own = setupSteps.filter((step) => may(ctx, needsOfStep[step]));
  if (installation.isDemo || own.length === 0) return null;
  const facts = await readFacts(ctx);
  const { missing, isOpen } = openingOf(facts, installation);
  const isDone: Record<SetupStep, boolean> = {
    organisation: !missing.includes('name') && facts.hasContact,
    money: !missing.includes('money'),
    fees: !missing.includes('fees'),
    mail: installation.smtpUrl !== null && facts.hasTestMail,
    backup: facts.hasBackup,
    twoStep: facts.hasTwoStep,
    // A registration is no list.
    members: facts.hasImport || facts.startsEmpty || (facts.hasMembers && facts.isEarlier),
  };
  return {
    steps: own.map((step) => ({ step, isDone: isDone[step] })),
    opening: missing.length === 0 ? 'ready' : openingWithout(isOpen, installation),
    hasMembers: facts.hasMembers,
    registerUrl: `${installation.publicUrl}/register`,
    isOnlyHere: installation.isLoopback,
  };
}

function openingWithout(isOpen: boolean, { isLoopback }: Installation): GetStarted['opening'] {
  if (!isOpen) return 'closed';
  return isLoopback ? 'local' : 'used';
}

interface Facts extends OpeningFacts {
  hasContact: boolean;
  hasTestMail: boolean;
  hasBackup: boolean;
  hasTwoStep: boolean;
  hasMembers: boolean;
  hasImport: boolean;
  /** First started before there was Get Started. */
  isEarlier: boolean;
  startsEmpty: boolean;
}

/** One statement: the menu of each open page asks for it. */
async function readFacts({ db }: Context): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT ${openingColumns}, email <> '' OR phone <> '' AS "hasContact",
      EXISTS (SELECT FROM mails WHERE id = test_mail_id AND sent_at IS NOT NULL) AS "hasTestMail",
      EXISTS (SELECT FROM backups WHERE made_at IS NOT NULL) AS "hasBackup",
      EXISTS (SELECT FROM two_step_secrets WHERE confirmed_at IS NOT NULL) AS "hasTwoStep",
      EXISTS (SELECT FROM members) AS "hasMembers",
      EXISTS (SELECT FROM imports WHERE kind = 'members' AND state = 'imported') AS "hasImport",
      began_closed_at IS NULL AS "isEarlier",
      started_empty_at IS NOT NULL AS "startsEmpty"
    FROM company_info`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('There is no company record.');
  return facts;
}
