/** Texts for fields and values that are not texts. */
export const fieldTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'None',
  choose: 'Please choose',
  optional: 'optional',
} as const;
