/** The list's columns, and the fields that a letter to a member needs. */
export const memberCsv = [
  { header: 'Number', field: 'membershipNumber' },
  { header: 'Title', field: 'title' },
  { header: 'First name', field: 'firstName' },
  { header: 'Last name', field: 'lastName' },
  { header: 'Email', field: 'email' },
  { header: 'Phone', field: 'phone', kind: 'phone' },
  { header: 'Postal address', field: 'postalAddress' },
  { header: 'Zip code', field: 'zipCode' },
  { header: 'Town', field: 'town' },
  { header: 'Province', field: 'province' },
  { header: 'Type', field: 'memberTypeName' },
  { header: 'Status', field: 'memberStatusName' },
  { header: 'Deactivated reason', field: 'deactivatedReason' },
  { header: 'Sign-up date', field: 'signupDate', kind: 'day' },
  { header: 'Paid until', field: 'paidUntil', kind: 'day' },
] as const;
