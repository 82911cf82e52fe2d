export const marketingToasts = {
  notCopied: {
    title: 'Not copied',
    message:
      'Your browser does not allow it. The command is selected, so you can copy it yourself.',
  },
} as const;
