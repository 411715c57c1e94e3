import { crc32, deflateRawSync } from 'node:zlib';
import { escapeHtml } from '#server/platform/markup/escape-html.ts';

export type Parts = Record<string, string | Buffer>;

/** A zip file as spreadsheet programs write it. */
export function zipOf(parts: Parts): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content as string);
    const packed = deflateRawSync(data);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    bodies.push(body);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, rest, Buffer.from(name)]),
    );
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ofPackage = 'http://schemas.openxmlformats.org/package/2006';

export interface WorkbookContent {
  /** The XML between `<sheetData>` and `</sheetData>`, by sheet. */
  sheets?: { name: string; rows: string; after?: string; state?: string }[];
  rows?: string;
  /** Behind the rows: merged cells. */
  after?: string;
  /** The items of the shared strings: `<si>…</si>`. */
  strings?: string[];
  /** Number formats by the style number of a cell. The first style is General. */
  formats?: string[];
  is1904?: boolean;
  parts?: Parts;
}

/** The parts of a workbook, with the XML that Excel writes. */
export function workbookParts(content: WorkbookContent): Parts {
  const sheets = content.sheets ?? [
    { name: 'Sheet1', rows: content.rows ?? '', after: content.after },
  ];
  const formats = content.formats ?? [];
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const sheetParts = sheets.map(({ rows, after }, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `${declaration}<worksheet xmlns="${main}" xmlns:r="${relations}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1:T20"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><sheetData>${rows}</sheetData>${after ?? ''}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
  ]);
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr ${content.is1904 === true ? 'date1904="1" ' : ''}defaultThemeVersion="166925"/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" ${state === undefined ? '' : `state="${state}" `}r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${ofPackage}/relationships">${sheets.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${relation(98, 'styles', 'styles.xml')}${relation(99, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ...Object.fromEntries(sheetParts),
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14" fontId="0"/></cellStyleXfs><cellXfs count="${formats.length + 2}"><xf numFmtId="0" fontId="0" xfId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0" xfId="0" applyNumberFormat="1"/>`).join('')}<xf numFmtId="14" fontId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}" count="${content.strings?.length ?? 0}">${(content.strings ?? []).join('')}</sst>`,
    ...content.parts,
  };
}

export function workbookOf(content: WorkbookContent): Buffer {
  return zipOf(workbookParts(content));
}

/** Rows of text and numbers, from row 1, as cells with the text inside of them. */
export function rowsOf(rows: (string | number | null)[][]): string {
  return rows
    .map((cells, row) => {
      const written = cells.map((cell, column) => {
        const place = `${String.fromCharCode(65 + column)}${row + 1}`;
        if (cell === null) return `<c r="${place}" s="0"/>`;
        if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
        return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeHtml(cell)}</t></is></c>`;
      });
      return `<row r="${row + 1}" spans="1:${cells.length}" x14ac:dyDescent="0.25">${written.join('')}</row>`;
    })
    .join('');
}
