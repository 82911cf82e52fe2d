import { LogOut, MailPlus, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import type { ApiError } from '#client/api-client/api-error.ts';
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx';
import { Menu, MenuItem } from '#client/components/menu.tsx';
import { PasswordDialog } from '#client/components/password-dialog.tsx';
import { useLastDefined } from '#client/hooks/use-last-defined.ts';
import { useUser } from '#client/session/session.ts';
import { toast } from '#client/toasts/toast.ts';
import type { Person } from '#shared/admin.ts';
import { adminApi } from './admin-api.ts';
import { actionFailed, peopleToasts, questions } from './messages.ts';

/** Sends an action on a person. Only some of them need the password of the admin. */
const actions = {
  grant: (id: string, password: string) =>
    adminApi.grantAdmin({ params: { id }, body: { password } }),
  revoke: (id: string) => adminApi.revokeAdmin({ params: { id } }),
  signOut: (id: string) => adminApi.signOutPerson({ params: { id } }),
  resend: (id: string) => adminApi.resendToPerson({ params: { id } }),
  delete: (id: string, password: string) =>
    adminApi.deletePerson({ params: { id }, body: { password } }),
};

type PersonAction = keyof typeof actions;
type Question = { action: PersonAction; person: Person };

/** Shows the menu of actions on a user, and asks before each. Closed while there is no user. */
export function PersonActions({
  person,
  anchor,
  onClose,
  onChanged,
}: {
  person: Person | undefined;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  onChanged: (person: Person, next: Person | undefined) => void;
}) {
  const self = useUser();
  const shown = useLastDefined(person);
  const [question, setQuestion] = useState<Question>();
  if (!shown) return null;
  const ask = (action: PersonAction) => () => setQuestion({ action, person: shown });

  /** Runs the confirmed action. Returns the error, if any. */
  async function act({ action, person }: Question, password = '') {
    const result = await actions[action](person.id, password);
    if (!result.success) {
      if (!result.isAuthError && !result.fields) toast({ ...actionFailed, message: result.error });
      return result;
    }
    setQuestion(undefined);
    toast(peopleToasts[action]);
    onChanged(person, after(action, person));
    // The admin's session has ended too: this lets the app notice.
    if (action === 'signOut' && person.id === self.id) void api.me();
    return undefined;
  }

  return (
    <>
      <Menu open={person !== undefined} onClose={onClose} anchor={anchor} label={nameOf(shown)}>
        <Items
          person={shown}
          isSelf={shown.id === self.id}
          ask={ask}
          onResend={() => void act({ action: 'resend', person: shown })}
        />
      </Menu>
      <Questions question={question} onCancel={() => setQuestion(undefined)} onConfirm={act} />
    </>
  );
}

export const nameOf = ({ first_name, last_name, email }: Person) =>
  `${first_name} ${last_name}`.trim() || email;

function Items({
  person: { confirmed, user_type },
  isSelf,
  ask,
  onResend,
}: {
  person: Person;
  isSelf: boolean;
  ask: (action: PersonAction) => () => void;
  onResend: () => void;
}) {
  if (!confirmed)
    return (
      <MenuItem icon={<MailPlus aria-hidden />} onSelect={onResend}>
        Resend confirmation
      </MenuItem>
    );
  return (
    <>
      {user_type !== 'admin' && (
        <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={ask('grant')}>
          Make admin
        </MenuItem>
      )}
      {user_type === 'admin' && !isSelf && (
        <MenuItem icon={<ShieldOff aria-hidden />} onSelect={ask('revoke')}>
          Remove admin
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={ask('signOut')}>
        Sign out everywhere
      </MenuItem>
      {!isSelf && (
        <MenuItem icon={<Trash2 aria-hidden />} onSelect={ask('delete')}>
          Delete account
        </MenuItem>
      )}
    </>
  );
}

/** Asks for confirmation: the password for actions with large consequences, otherwise a button. */
function Questions({
  question,
  onCancel,
  onConfirm,
}: {
  question: Question | undefined;
  onCancel: () => void;
  onConfirm: (question: Question, password?: string) => Promise<ApiError | undefined>;
}) {
  const shown = useLastDefined(question);
  if (!shown || shown.action === 'resend') return null;
  const { title, description, confirm } = questions[shown.action];
  const texts = {
    title,
    description: description(`${nameOf(shown.person)} (${shown.person.email})`),
  };
  const open = question !== undefined;
  return shown.action === 'grant' || shown.action === 'delete' ? (
    <PasswordDialog
      {...texts}
      open={open}
      onCancel={onCancel}
      fieldLabel="Your password"
      confirmLabel={confirm}
      isDangerous={shown.action === 'delete'}
      onConfirm={(password) => onConfirm(shown, password)}
    />
  ) : (
    <ConfirmDialog
      {...texts}
      open={open}
      onCancel={onCancel}
      confirmLabel={confirm}
      onConfirm={() => void onConfirm(shown)}
    />
  );
}

/** Returns the user as they are after an action, or undefined if the account was deleted. */
function after(action: PersonAction, person: Person): Person | undefined {
  if (action === 'delete') return undefined;
  if (action === 'grant') return { ...person, user_type: 'admin' };
  return action === 'revoke' ? { ...person, user_type: 'user' } : person;
}
