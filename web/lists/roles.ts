/** `display: grid` on phones takes a table's meaning away; these give it back. */
export const asTable = { role: 'table' };
export const asRowGroup = { role: 'rowgroup' };
export const asRow = { role: 'row' };
export const asCell = { role: 'cell' };
export const asColumnHeader = { role: 'columnheader' };
