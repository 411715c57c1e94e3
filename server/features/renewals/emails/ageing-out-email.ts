import { formatDay, type Day } from '#contract/days.ts';
import type { Letter } from '#server/platform/mail/email-template.ts';

export interface AgeingLetter {
  firstName: string;
  organisation: string;
  relative: string;
  turns19On: Day;
  /** The day on which the letter was due. */
  today: Day;
  registerUrl: string;
}

/** That a relative turns 19 soon, or after days off has just done so. Rules §5. */
export function ageingLetter(data: AgeingLetter): Letter {
  const { firstName, relative, registerUrl } = data;
  const day = formatDay(data.turns19On);
  const organisation = data.organisation.trim() || 'our organisation';
  const hasTurned = data.turns19On <= data.today;
  return {
    subject: hasTurned ? `${relative} turned 19 on ${day}` : `${relative} turns 19 on ${day}`,
    preheader: 'A family membership covers relatives until they turn 19.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: hasTurned
          ? `Your family membership of ${organisation} covers relatives until they turn 19. ${relative} turned 19 on ${day}, and is not covered any more.`
          : `Your family membership of ${organisation} covers relatives until they turn 19. ${relative} turns 19 on ${day}, and is covered until the day before.`,
      },
      {
        kind: 'paragraph',
        text: 'Nothing changes for you and your other relatives. We would be glad to keep the whole family: who has turned 19 can become a member.',
      },
      { kind: 'button', label: 'Become a member', url: registerUrl },
      {
        kind: 'smallPrint',
        text: 'Is the date of birth wrong? Sign in and correct it, or reply to this mail.',
      },
    ],
  };
}
