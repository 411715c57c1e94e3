interface PrivacySection {
  heading: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
}

/** The page shows the responsible party above these sections, and the regulator below. POPIA, section 18. */
export const privacySections: readonly PrivacySection[] = [
  {
    heading: 'What we hold, and why',
    points: [
      'Your name, email, phone number and postal address: to keep your membership, to send you invoices, receipts and reminders, and to reach you about it.',
      'The name, email and date of birth of the children on a family membership, given by a parent or guardian: to know who is covered, until they turn 19.',
      'Your memberships, invoices, payments and donations: to know what was paid, and because tax and company law require it.',
      'If you donate: your name, email and the amount, to thank you and to account for the money.',
      'Which of our emails were sent to you, and when you were signed in: to find out what happened when you ask, and to keep your account safe.',
      'Your password only as a hash, from which it cannot be read. A picture only if you add one. Never your card number: it is entered at PayFast, not here.',
      'We have no advertising, no tracking and no cookies. Your browser remembers that you are signed in, until you sign out.',
    ],
  },
  {
    heading: 'Must I give it?',
    paragraphs: [
      'No law requires it. But without the details in the form we cannot keep a membership, and without an email address we cannot send a receipt. Fields marked optional are optional.',
    ],
  },
  {
    heading: 'News and appeals',
    paragraphs: [
      'You get news or requests for donations only if you asked for them by ticking the box for it. We keep what you ticked, with its words and the time. Each of these emails has a link to stop them, and members can change their mind on My Profile. Mail about your own membership is not news: it comes to every member.',
    ],
  },
  {
    heading: 'Who sees it',
    points: [
      'The people of the organisation who look after members and money. Their changes are recorded with their name and the time.',
      'PayFast, if you pay by card: your name, your email and the amount.',
      'The companies that carry our email and run our server, who may use it for nothing else.',
      'Nobody else, unless a law or a court orders us to. We never sell it.',
    ],
  },
  {
    heading: 'How long we keep it',
    points: [
      'Your details, for as long as you are a member. If you never paid, you can ask us to delete all of it.',
      'Payments and the names of the payers, for at least five years, because tax law requires it. The record of a former member with payments is archived and no longer appears on any list.',
      'When you were signed in: a day or two. Links that set a password: a day after they end.',
    ],
  },
  {
    heading: 'What you can do',
    points: [
      'See it: members download everything that we hold about them from My Profile.',
      'Correct it: on My Profile, or ask us.',
      'Take back a consent, or object to what we do with your details.',
      'Ask us to erase what we no longer need: members on My Profile, others by writing to us. Paid invoices and receipts keep the name for as long as tax law requires.',
    ],
    paragraphs: [
      'Write to us at the address above, from the email address that we know, and say what it is about. It costs nothing, and we answer within 30 days.',
    ],
  },
];

export const privacyNoticeTexts = {
  responsible: 'Who is responsible',
  responsibleFor: (organisation: string) =>
    `${organisation} is responsible for the details that people enter on this site. Its head is the information officer. Write or call:`,
  unnamed: 'The organisation that runs this site',
  complain: 'If you are not satisfied',
  regulator:
    'If you are not satisfied with our answer, you can complain to the Information Regulator (South Africa), who watches over the Protection of Personal Information Act (POPIA):',
} as const;

/** Only the web site and the email address, because the regulator's postal address has changed before. */
export const regulatorContacts = {
  site: 'https://inforegulator.org.za',
  email: 'POPIAComplaints@inforegulator.org.za',
} as const;
