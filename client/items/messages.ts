/** Texts for fields and values that are not texts. */
export const fieldTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'None',
  all: 'All',
  filters: 'Filters',
  deleted: 'Deleted',
  notLoaded: 'Not loaded yet',
  choose: 'Please choose',
  optional: 'optional',
} as const;
