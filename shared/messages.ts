import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  PEOPLE_SEARCH_MAX_CHARACTERS,
  PHOTO_MAX_EDGE_PX,
  PHOTO_MAX_FRAMES,
  PHOTO_MAX_PIXELS,
  PHOTO_WIDTHS_PX,
} from './constants.ts';
import { formatDecimal, formatNumber } from './format-number.ts';
import { UNEXPECTED_ERROR } from './unexpected-error.ts';

/** Messages beside a form field, and in `fields` of a rejected request. */
export const fieldMessages = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailTooLong: `Email must be at most ${EMAIL_MAX_CHARACTERS} characters`,
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN_CHARACTERS} characters`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX_CHARACTERS} characters`,
  passwordCommon: 'This password is too common and easy to guess. Please choose another one',
  passwordWrong: 'This is not your password',
  passwordsDiffer: 'Passwords do not match',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  nameTooLong: `Names must be at most ${NAME_MAX_CHARACTERS} characters`,
  brokenText: 'This text contains characters that cannot be saved',
  photoNotYours: 'This photo cannot be used',
  idInvalid: 'The id must be a UUID',
  sinceInvalid: 'The number of the last known change must be a whole number from 0',
  versionInvalid: 'The version must be a whole number from 1',
  limitInvalid: 'limit must be a whole number from 1 to 100',
  beforeInvalid: 'before must be the `next` value of another page',
  searchInvalid: `The search can have at most ${PEOPLE_SEARCH_MAX_CHARACTERS} characters`,
  statusInvalid: 'Unknown status',
  fileRequired: 'A photo is required',
  fileNameInvalid: 'The file name is not valid',
  errorReportInvalid: 'The error report is not valid',
  signatureRequired: 'This address is incomplete',
  tokenRequired: 'Invalid confirmation link. Please check your email and try again.',
} as const;

type NumberRange = { min: number; max: number; isWhole: boolean };

/** Messages of the rules in `fields.ts`. Each takes the label of the field. */
export const fieldRuleMessages = {
  required: (label: string) => `${label} is required`,
  tooLong: (label: string, most: number) => `${label} must be at most ${most} characters`,
  numberInvalid: (label: string, { min, max, isWhole }: NumberRange) =>
    `${label} must be a ${isWhole ? 'whole number' : 'number'} from ${formatDecimal(min)} to ${formatDecimal(max)}`,
  dateInvalid: (label: string) => `${label} must be a date`,
  optionInvalid: (label: string) => `${label} must be one of the options`,
  referenceInvalid: (label: string) => `${label} does not exist or was deleted`,
  emailInvalid: (label: string) => `${label} must be an email address`,
  webAddressInvalid: (label: string) =>
    `${label} must be a web address such as https://example.com`,
  checkboxInvalid: (label: string) => `${label} must be true or false`,
} as const;

/** The server's messages about items, in `error` of a response. */
export const itemErrors = {
  changedElsewhere: (item: string) => `This ${item} was changed somewhere else in the meantime.`,
  limitReached: (items: string, most: number) =>
    `You have reached the limit of ${formatNumber(most)} ${items}. Delete some to make room.`,
  /** `users` are numbers of items, such as "3 tasks". */
  inUse: (item: string, users: string[]) =>
    `This ${item} is used by ${new Intl.ListFormat('en').format(users)}, so it cannot be deleted.`,
} as const;

/** The server's messages, in `error` of a response. */
export const apiMessages = {
  sessionExpired: 'Session expired',
  invalidCredentials: 'Invalid email or password.',
  emailNotConfirmed: 'Please confirm your email address before signing in.',
  signUpClosed: 'Sign-up is closed in this demo. Please sign in with the demo account.',
  confirmed: 'Your email address is confirmed.',
  confirmationFailed: 'Email confirmation failed. Please try again.',
  invalidResetLink: 'This password reset link is invalid or has expired.',
  lastAdmin: 'There must be at least one admin. Make someone else an admin first.',
  ownAccount: 'You cannot do this to your own account.',
  alreadyConfirmed: 'This email address is already confirmed.',
  notAllowed: 'You are not allowed to do this.',
  notFound: 'Not found.',
  methodNotAllowed: 'This address does not accept that kind of request.',
  bodyEncoded: 'The request must not be compressed.',
  bodyNotJson: 'The request must be JSON.',
  bodyUnreadable: 'The request could not be read.',
  bodyTooLarge: 'The request is too large.',
  uploadType: 'The upload must be JSON or a form with a file.',
  photoTooLarge: 'The photo is too large.',
  photoDimensionsTooLarge: `The photo must have at most ${PHOTO_MAX_PIXELS / 1e6} megapixels and no edge over ${formatNumber(PHOTO_MAX_EDGE_PX)} pixels.`,
  photoFramesTooMany: `The animation must have at most ${formatNumber(PHOTO_MAX_FRAMES)} frames.`,
  photoTakesTooLong: 'The photo takes too long to process. Please use a smaller one.',
  photosBusy: 'Too many photos are being processed right now. Please try again in a moment.',
  photoUnsupported: 'The photo must be a JPEG, PNG, WebP, GIF or AVIF image.',
  photoWidthUnknown: `The width of a photo must be one of ${PHOTO_WIDTHS_PX.join(', ')}.`,
  photosLimitReached: (mostMb: number) =>
    `Your photos have reached the limit of ${formatNumber(mostMb)} MB. Delete some to make room.`,
  uploadsAtOnce: (most: number) =>
    `At most ${formatNumber(most)} photos can be uploaded at once. Please wait until one has finished.`,
  streamsAtOnce: (most: number) =>
    `At most ${formatNumber(most)} streams can be open at once. Close the app in another window or on another device.`,
  bodyTooSlow: 'The request took too long to arrive.',
  tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
  unexpected: UNEXPECTED_ERROR,
  demoFull: 'The demo has too many visitors at the moment. Please try again later.',
  unavailable: 'The service is temporarily unavailable. Please try again in a moment.',
} as const;
