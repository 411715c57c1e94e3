import type { DataExport, ExportedRecord } from '#contract/privacy/data-export.ts';
import { dataExportTexts } from '#contract/privacy/data-export.ts';
import { formatMoment } from '#contract/days.ts';
import { escapeHtml, scriptJson } from '#server/platform/markup/escape-html.ts';

/** A page that opens on any phone, with the same data as JSON at the end. Decision 23. */
export function renderDataExport(data: DataExport): string {
  const { name, asOf, notes, parts } = data;
  const title = escapeHtml(dataExportTexts.titleOf(name));
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(formatMoment(asOf))}</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
${parts.map(partOf).join('\n')}
</main>
<script type="application/json" id="data">
${scriptJson(data, 1)}
</script>
</body>
</html>
`;
}

function partOf({ title, records }: DataExport['parts'][number]): string {
  const content =
    records.length === 0 ? `<p>${dataExportTexts.nothing}</p>` : records.map(recordOf).join('\n');
  return `<h2>${escapeHtml(title)}</h2>\n${content}`;
}

function recordOf(record: ExportedRecord): string {
  const facts = Object.entries(record)
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${valueOf(value ?? '')}</dd>`);
  return `<dl>${facts.join('\n')}</dl>`;
}

function valueOf(value: string): string {
  const isPicture = /^data:image\/webp;base64,[\w+/=]+$/.test(value);
  return isPicture ? `<img src="${value}" alt="Your picture" width="128">` : escapeHtml(value);
}

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem; overflow-wrap: anywhere; }
main { margin: 0 auto; max-width: 44rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
dl { border: 1px solid #79857d; border-radius: 8px; margin: 0 0 0.75rem; padding: 0.75rem 1rem; }
dt { font-size: 0.875rem; }
dd { font-weight: 600; margin: 0 0 0.5rem; white-space: pre-line; }
`;
