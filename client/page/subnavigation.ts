/** The id of the element between header and main part where a screen can show links to its other views. */
export const SUBNAVIGATION_ID = 'subnavigation';
