import assert from 'node:assert/strict';
import test from 'node:test';
import { linkAddress } from './link-address.ts';

test('what people type as an address becomes one', () => {
  const typed = {
    ' https://example.org/a?b=1 ': 'https://example.org/a?b=1',
    'HTTP://example.org': 'HTTP://example.org',
    'www.example.org': 'https://www.example.org',
    'example.org/join': 'https://example.org/join',
    'example.org:8080': 'https://example.org:8080',
    'nomsa@example.org': 'mailto:nomsa@example.org',
    'mailto:nomsa@example.org': 'mailto:nomsa@example.org',
  };
  for (const [text, address] of Object.entries(typed)) assert.equal(linkAddress(text), address);
});

test('anything that could do more than lead somewhere is no address', () => {
  const refused = [
    '',
    'join us',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:msgbox',
    '//example.org',
    '/relative',
    'tel:123',
    'https://example.org/{{FirstName}}',
    'https://exa mple.org',
  ];
  for (const text of refused) assert.equal(linkAddress(text), null, text);
});
