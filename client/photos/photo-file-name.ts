/** Returns the name under which a photo is uploaded: `photo-{timestamp}.{format}`. */
export const photoFileName = (format: string) => `photo-${Date.now()}.${format}`;
