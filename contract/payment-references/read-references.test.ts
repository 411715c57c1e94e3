import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kinds, paymentReference } from './payment-reference.ts';
import { readReferences } from './read-references.ts';

/** The readings of a text, as "INV 42 checked". */
function read(text: string): string[] {
  return readReferences(text).map(({ kind, number, certainty }) =>
    [kind ?? '?', number ?? '?', certainty].join(' '),
  );
}

/** The texts of banks, and what is read in them. */
const texts: Record<string, string[]> = {
  // As it was printed, and with other case, hyphens, blanks and zeros.
  'INV-00042-K': ['INV 42 checked'],
  'DON-00042-X': ['DON 42 checked'],
  INV00042K: ['INV 42 checked'],
  'inv 42 k': ['INV 42 checked'],
  inv42k: ['INV 42 checked'],
  'Inv-00042-K J Smith': ['INV 42 checked'],
  'INV00042 K J SMITH': ['INV 42 unchecked'],
  'INV-00042\u2013K': ['INV 42 checked'],
  'INVOICE NO. 00042K': ['INV 42 checked'],
  // Letters for digits.
  'INV-OOO42-K': ['INV 42 checked'],
  'INVOO042-K': ['INV 42 checked'],
  'INV-0004I-J': ['INV 41 checked'],
  'inv-l-y': ['INV 1 checked'],
  'D0N-42-X': ['DON 42 checked'],
  // Glued to a sender of ten letters, to a kind, to another reference.
  INVESTECPBINV00042K: ['INV 42 checked'],
  'MAGTAPE CREDIT INVESTECPBDON42X': ['DON 42 checked'],
  'Payment Received: Investecpbinv00042k         Payment   0912345601': ['INV 42 checked'],
  'CAPITEC   INV-00042-K         TRANSFER  0990915775': ['INV 42 checked'],
  'CAPITEC   J SMITH  INV-00042-KTRANSFER  0990915775': ['INV 42 checked'],
  INV00042KINV00043M: ['INV 42 checked', 'INV 43 checked'],
  INV00042INV00043: ['INV 42 unchecked', 'INV 43 cut'],
  // Several.
  'INV-00043-M, INV-00045-P': ['INV 43 checked', 'INV 45 checked'],
  'INV43 INV45': ['INV 43 unchecked', 'INV 45 unchecked'],
  'INV43/45': ['INV 43 unchecked', '? 45 unchecked'],
  'INV-0082 QU-0099': ['INV 82 unchecked'],
  // Without a check letter, as references were once.
  'INV-00042 J SMITH': ['INV 42 unchecked'],
  'FNB APP PAYMENT FROM INV00042 J SMITH': ['INV 42 unchecked'],
  'MAGTAPE CREDIT CAPITEC   INV 41': ['INV 41 unchecked'],
  'EFT from Inv 41': ['INV 41 unchecked'],
  "INV 46 O'BRIEN": ['INV 46 unchecked'],
  INV00042LUCAS: ['INV 42 unchecked'],
  '******006012** ** PayShapReceived INV-0042 8 Williams': ['INV 42 unchecked', '? 8 unchecked'],
  'CARDLESS CASH DEP   HATFIELD 1(      5,49 ) DEPOSIT NO : inv-0046 CONTACT : 0800000000': [
    '? 1 unchecked',
    'INV 46 unchecked',
  ],
  // Without a prefix, also with the right check letter.
  'MEMBERSHIP 42': ['? 42 unchecked'],
  '00042-K': ['INV 42 unchecked'],
  '42X': ['DON 42 unchecked'],
  'FLAT 12B': [],
  // The prefix mistyped.
  'IVN-00042-K': ['INV 42 checked'],
  INB00042K: ['INV 42 checked'],
  'NV 42 K': ['INV 42 checked'],
  'DOM-00042-X': ['DON 42 checked'],
  'DIN-00042-K': ['DON 42 wrong-check'],
  'IN 42': ['? 42 unchecked'],
  // Cut at the twentieth character of the payer, or at the sixteenth of an e-mailed statement.
  'MAGTAPE CREDIT ABSA BANK PROTEA TRAILS INV-00': ['INV ? cut'],
  'ABSA BANK PROTEA TRAILS INV-00PAYMENT   0912345606': ['INV ? cut'],
  'CASHFOCUS M VAN DER MERWE INV-': ['INV ? cut'],
  'CASHFOCUS MR D SMITH INV-00042': ['INV 42 cut'],
  'CASHFOCUS J SMITH INV-00042-PAYMENT   0912345606': ['INV 42 cut'],
  'MR D SMITH INV-00042': ['INV 42 cut'],
  'Capitec   Inv 41': ['INV 41 cut'],
  'INV-00042-': ['INV 42 cut'],
  'MRS D SMITH INV 42 K': ['INV 42 cut'],
  // Another number, or the other kind.
  'INV-00043-K': ['INV 43 wrong-check'],
  'INV-00024-K': ['INV 24 wrong-check'],
  'DON-00042-K': ['DON 42 wrong-check'],
  'INV-00042-Z': ['INV 42 wrong-check'],
  // Something else.
  'LONDON 42': ['? 42 unchecked'],
  'DONATION DLAMINI': [],
  'MAGTAPE CREDIT PAYFAST   PO00918273': [],
  'IMMEDIATE TRF CR FIRSTRAND Membership Mokoena 05LBW8SRGP': [],
  'AUTOBANK CASH DEPOSIT HATFIELD P4 16H58': [],
  'SERVICE FEE 25/02 - 05/03': [],
  'VAT 25/02-05/03 = R15.22': [],
  'Qu-0135 Muller': [],
  'INV-00000-K': ['INV ? cut'],
  'INV-99999999999-K': [],
  '': [],
};

test('references are read in the texts of banks', () => {
  for (const [text, expected] of Object.entries(texts))
    assert.deepEqual(read(text), expected, text);
});

test('a reading names its place in the text', () => {
  assert.deepEqual(readReferences('CAPITEC   INV-00042 J SMITH'), [
    { kind: 'INV', number: 42, certainty: 'unchecked', text: 'INV-00042', position: 10 },
  ]);
});

/** What people and banks make of a printed reference. */
const manglings: ((reference: string) => string)[] = [
  (reference) => reference,
  (reference) => reference.toLowerCase(),
  (reference) => reference.replaceAll('-', ''),
  (reference) => reference.replaceAll('-', ' '),
  (reference) => reference.replace(/-0+/, '-'),
  (reference) => reference.replace(/-0+/, ' ').replace('-', '').toLowerCase(),
  (reference) => reference.replaceAll('0', 'O').replaceAll('1', 'I'),
  (reference) => `INVESTECPB${reference.replaceAll('-', '')}`,
  (reference) => `ABSA BANK ${reference.padEnd(20)}TRANSFER  0990915775`,
  (reference) => `CAPITEC   ${filled(reference)}PAYMENT   0912345601`,
  (reference) =>
    `Payment Received: Fnb       ${titleCase(reference).padEnd(20)}Payment   0912345603`,
  (reference) => `MAGTAPE CREDIT CAPITEC   ${reference} J SMITH`,
  (reference) => `${reference}, DON-00007-R`,
];

/** The payer's name, and the reference as the last of the 20 characters. */
function filled(reference: string): string {
  return `${'M VAN DER MERWE JUNIOR'.slice(0, 19 - reference.length)} ${reference}`;
}

function titleCase(text: string): string {
  return text.charAt(0) + text.slice(1).toLowerCase();
}

const last = 99_999;

test('every reference is read back, whatever people and banks make of it', () => {
  for (const kind of kinds) {
    for (let number = 1; number <= last; number += 1) {
      const reference = paymentReference(kind, number);
      const mangle = manglings[number % manglings.length]!;
      assertRead(mangle(reference), `${kind} ${number} checked`);
    }
  }
});

test('every reference is read back in every mangling @full', () => {
  for (const mangle of manglings) {
    for (let number = 1; number <= last; number += 1) {
      assertRead(mangle(paymentReference('INV', number)), `INV ${number} checked`);
    }
  }
});

function assertRead(text: string, expected: string): void {
  if (read(text)[0] !== expected) assert.deepEqual(read(text), [expected], text);
}

test('no reference with a wrong digit, two swapped digits or the other kind is certain', () => {
  for (let number = 1; number <= last; number += 23) assertNeverCertain(number);
});

test('no reference of any number with one error is certain @full', () => {
  for (let number = 1; number <= last; number += 1) assertNeverCertain(number);
});

/** Each error in another mangling. */
function assertNeverCertain(number: number): void {
  const reference = paymentReference('INV', number);
  const wrong = errorsIn(reference);
  for (const [index, typed] of wrong.entries()) {
    const text = manglings[(number + index) % manglings.length]!(typed);
    const isCertain = readReferences(text).some(
      (reading) => reading.certainty === 'checked' && reading.number !== 7,
    );
    if (isCertain) assert.fail(`${text} for ${reference}: ${read(text).join()}`);
  }
}

function errorsIn(reference: string): string[] {
  const digits = reference.slice(4, -2);
  const change = (changed: string) => `INV-${changed}${reference.slice(-2)}`;
  const wrong = Array.from(digits).flatMap((digit, place) =>
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
      .filter((other) => other !== digit)
      .map((other) => change(digits.slice(0, place) + other + digits.slice(place + 1))),
  );
  const swapped = [0, 1, 2, 3]
    .filter((place) => digits.charAt(place) !== digits.charAt(place + 1))
    .map((place) =>
      change(
        digits.slice(0, place) +
          digits.charAt(place + 1) +
          digits.charAt(place) +
          digits.slice(place + 2),
      ),
    );
  return [...wrong, ...swapped, reference.replace('INV', 'DON')];
}

test('a text that ends inside the reference is never certain', () => {
  for (let number = 1; number <= last; number += 7) {
    const reference = paymentReference('INV', number);
    for (let length = 1; length < reference.length; length += 1) {
      const text = `CAPITEC   ${filled(reference.slice(0, length))}`;
      const readings = readReferences(text);
      if (readings.some(({ certainty }) => certainty !== 'cut')) assert.fail(text);
    }
  }
});

const pieces = [
  'INV',
  'don',
  '-',
  ' ',
  '0',
  '42',
  'O',
  'L',
  'K',
  'PAYMENT',
  '0912345601',
  'CAPITEC   ',
];

test('no text makes it throw, and every reading is a part of the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const line = Array.isArray(typed) ? typed.join('') : typed;
      let end = 0;
      for (const { text: part, position, number } of readReferences(line)) {
        assert.ok(position >= end && part.length > 0);
        end = position + part.length;
        assert.equal(line.slice(position, end), part);
        assert.ok(number === null || (number > 0 && number < 2 ** 31));
      }
    }),
    { numRuns: 5000 },
  );
});

test('the time grows with the length of the text, not with its square', () => {
  for (const piece of [...pieces, '1O', 'NV1', 'DON1', 'I0', '1,', 'PAYMENT ', '\u2010']) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const start = performance.now();
    readReferences(text);
    // Quadratic time would be minutes.
    assert.ok(performance.now() - start < 5000, piece);
  }
});
