export const photoMessages = {
  failed: 'Failed to load',
  removed: 'The photo will be removed when you save.',
  preview: 'The photo you chose',
  added: 'Photo added',
  dropHint: 'or drop or paste a picture',
  drop: 'Drop the picture to add it',
} as const;

export const photoToasts = {
  /** The device adds which permission to grant, and where. */
  cameraPermissions: { kind: 'destructive', title: 'Camera permissions required' },
  cameraError: {
    kind: 'destructive',
    title: 'Camera error',
    message: 'The camera could not be opened. Please try again.',
  },
  selectionError: {
    kind: 'destructive',
    title: 'Selection error',
    message: 'The photo could not be opened. Please try another one.',
  },
} as const;
