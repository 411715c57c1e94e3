import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDay } from './read-day.ts';
import { readAmount, readInvoiceNumber, readMembershipNumber } from './read-number.ts';
import { phoneKey, readEmail, readName, readPhone, readZipCode } from './read-text.ts';
import type { ReadValue } from './read-value.ts';

/** Checks the value of each text. A regular expression is the sentence that says what is wrong. */
function check<T>(read: (text: string) => ReadValue<T>, cases: Record<string, T | RegExp | null>) {
  for (const [text, expected] of Object.entries(cases)) {
    const result = read(text);
    if (expected instanceof RegExp) {
      assert.ok('problem' in result, `${text} is no problem: ${JSON.stringify(result)}`);
      assert.match(result.problem, expected);
      assert.ok(result.problem.startsWith(`"${text}"`), 'the sentence quotes the cell');
    } else {
      assert.deepEqual(result, { value: expected }, text);
    }
  }
}

test('an empty cell has no value', () => {
  const all = [readDay, readAmount, readMembershipNumber, readInvoiceNumber, readEmail, readName];
  for (const read of [...all, readPhone, readZipCode]) {
    for (const text of ['', ' ', '\u00A0', '\n']) assert.deepEqual(read(text), { value: null });
  }
});

test('days are read as people and programs write them, the day before the month', () => {
  check(readDay, {
    '2020-02-29': '2020-02-29',
    '2020/2/9': '2020-02-09',
    '03/04/2020': '2020-04-03',
    '3.4.2020': '2020-04-03',
    '31-12-1985': '1985-12-31',
    '20200403': '2020-04-03',
    '1 Mar 2020': '2020-03-01',
    '1-Mrt-2020': '2020-03-01',
    '1st March 2020': '2020-03-01',
    'March 1, 2020': '2020-03-01',
    '15 Desember 1999': '1999-12-15',
    '2020-01-01 00:00:00': '2020-01-01',
    '2020-01-01T00:00:00.000Z': '2020-01-01',
    '01/02/2020 10:30': '2020-02-01',
    '43831': '2020-01-01',
    '45000.5': '2023-03-15',
  });
});

test('a day that is not certain is a problem, and the sentence says how to write it', () => {
  check(readDay, {
    '04/25/2020': /has no month 25\. The day comes first: write 25\/04\/2020 or 2020-04-25\./,
    '2021-02-29': /not a day of the calendar/,
    '31 April 2020': /not a day of the calendar/,
    '13/13/2020': /not a day of the calendar/,
    '1/1/1899': /outside of the years 1900 to 2199/,
    '01/03/85': /year of two digits\. Write all four/,
    '1 Mar 85': /year of two digits/,
    '1985': /is not a date\. Write it as/,
    'Mar 2020': /is not a date/,
    '8505230000088': /is not a date/,
    '1 Foo 2020': /is not a date/,
  });
});

test('amounts are read with a comma or a point, and with thousands', () => {
  check(readAmount, {
    'R 1 234,50': 1234.5,
    'R1\u00A0234,50': 1234.5,
    '1,234.50': 1234.5,
    '1.234,50': 1234.5,
    "1'234.50": 1234.5,
    '1,234': 1234,
    '1,234,567': 1_234_567,
    '1234,5': 1234.5,
    '350': 350,
    '350.00000000000006': 350,
    'ZAR 350.00': 350,
    '0,05': 0.05,
    '9999999.99': 9_999_999.99,
    '1.234': /more than two decimals/,
    '12,34.50': /not an amount/,
    abc: /not an amount/,
    '0x10': /not an amount/,
    '1e3': /not an amount/,
    '.': /not an amount/,
    '-5': /negative/,
    '(350)': /negative/,
    '10000000': /more than R9999999\.99/,
  });
});

test('phone numbers get back what spreadsheets take off, and stay as they are otherwise', () => {
  check(readPhone, {
    '821234567': '0821234567',
    '82 123 4567': '082 123 4567',
    '27821234567': '+27821234567',
    '0027821234567': '+27821234567',
    '+27 82 123 4567': '+27 82 123 4567',
    '082 123 4567': '082 123 4567',
    '(011) 555-0000': '(011) 555-0000',
    '082-123-4567 ext 5': '082-123-4567 ext 5',
    '082 123 4567 / 083 765 4321': '082 123 4567 / 083 765 4321',
    '+44 20 7946 0958': '+44 20 7946 0958',
    '8.21E+08': /has lost digits/,
    'ask her son': /not a phone number/,
    '12345': /not a phone number/,
  });
});

test('the same phone number is recognised in every form', () => {
  const forms = ['+27 (0)82 123 4567', '+27821234567', '0027 82 123 4567', '082-123 4567'];
  assert.deepEqual([...new Set(forms.map(phoneKey))], ['0821234567']);
});

test('zip codes keep their zeros, and those of other countries their letters', () => {
  check(readZipCode, {
    '81': '0081',
    '0081': '0081',
    '2196.0': '2196',
    'SW1A 1AA': 'SW1A 1AA',
    '12345': '12345',
    'Private Bag X402': /too long for a zip code/,
  });
});

test('numbers of members and invoices are read with and without zeros', () => {
  check(readMembershipNumber, {
    '00042': 42,
    '42.0': 42,
    '#42': 42,
    M42: /digits only/,
    '0': /digits only/,
    '12345678': /too long/,
    '4.2E+05': /lost digits/,
  });
  check(readInvoiceNumber, {
    'INV-00042': 42,
    'inv 42': 42,
    '42': 42,
    'INV-00042-K': 42,
    inv42k: 42,
    'INV-00043-K': /not an invoice/,
    '42K': /not an invoice/,
    'DON-1': /not an invoice/,
  });
});

test('names and addresses are those of the forms', () => {
  check(readName, { '  Zoë \n van  der Merwe ': 'Zoë van der Merwe', 'www.x.org': /web address/ });
  check(readEmail, {
    ' Thandi@Example.ORG ': 'thandi@example.org',
    'Thandi <t@example.org>': 't@example.org',
    'mailto:t@example.org': 't@example.org',
    'a@example.org; b@example.org': /more than one address/,
    nobody: /valid email address/,
    'a@@example.org': /valid email address/,
  });
});
