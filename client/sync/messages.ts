/** The text of the parts that show what is stored on this device and not sent yet. */
export const syncMessages = {
  photoLost: 'The photo was deleted from this device. Please add it again.',
} as const;
