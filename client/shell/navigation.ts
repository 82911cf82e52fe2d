import { House, Info, type LucideIcon, Mail, NotebookPen } from 'lucide-react';
import { useSession } from '#client/session/session.ts';

export type Destination = { label: string; to: string; icon: LucideIcon };

/** The places every menu offers. */
export function useDestinations(): Destination[] {
  return [
    { label: 'Home', to: '/', icon: House },
    { label: 'Demo', to: useDemoPath(), icon: NotebookPen },
    { label: 'About', to: '/about', icon: Info },
    { label: 'Contact', to: '/help', icon: Mail },
  ];
}

/** Before the session is known, as in prerendered HTML, it leads to the notes, whose gate does the rest. */
export const useDemoPath = () => (useSession().kind === 'signed-out' ? '/login' : '/notes');
