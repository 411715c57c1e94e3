const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** JSON for a `<script>` element: without `<`, the element cannot end early. */
export function scriptJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll('<', String.raw`\u003c`);
}
