/** The empty document in which the browser shows the HTML of a bulk email. */
export const mailFramePath = '/mail-frame';
