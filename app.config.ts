/** Name, id, addresses and colours of the app. `npm run rename` changes them here and where they are repeated. */
export const app = {
  name: 'Trifold',
  id: 'app.trifold.demo',
  tagline: 'One codebase, three faces',
  description:
    'A starter kit: one TypeScript and React codebase that runs as a website, an installable web app and a native iOS and Android app.',
  supportEmail: 'support@trifold.example',
  /** The address of the repository, which the home page links to and clones. Undefined hides both. */
  sourceUrl: 'https://git.trifold.example/trifold' as string | undefined,
  /** The host whose links open the native app. In production it must be the host of PUBLIC_URL, which emails link to. */
  host: 'trifold.example',
  colors: {
    /** Page background, status bar and splash. */
    canvas: '#f7fafc',
    /** Android navigation bar. */
    navigationBar: '#FFFFFF',
    /** Buttons, links, focus. */
    accent: '#3b4fd8',
    ink: '#1a202c',
    /** Page background in dark mode. */
    canvasDark: '#12151c',
  },
} as const;
