/** What a rename changes. Everything else reads it; `docs/native.md` says what to run after an edit. */
export const app = {
  name: 'Trifold',
  id: 'app.trifold.demo',
  tagline: 'One codebase, three faces',
  description:
    'A starter kit: one TypeScript and React codebase that runs as a website, an installable web app and a native iOS and Android app.',
  supportEmail: 'support@trifold.example',
  /** The host whose links open the native app. Emails link to PUBLIC_URL: in production its host must be this one. */
  host: 'trifold.example',
  colors: {
    /** Page background, status bar and splash. */
    canvas: '#f7fafc',
    /** Android navigation bar. */
    navigationBar: '#FFFFFF',
    /** Buttons, links, focus. */
    accent: '#3b4fd8',
    ink: '#1a202c',
    /** Page background where the device asks for dark. */
    canvasDark: '#12151c',
  },
} as const;
