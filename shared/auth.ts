import * as v from 'valibot';
import { fieldMessages as m } from './messages.ts';
import { email, existingPassword, newPassword, personName, storable } from './text.ts';

export const user = v.object({
  id: v.string(),
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  user_type: v.picklist(['user', 'admin']),
});
export type User = v.InferOutput<typeof user>;

export const credentials = v.object({ email, password: existingPassword });

export const profile = v.object({
  first_name: personName(m.firstNameRequired),
  last_name: personName(m.lastNameRequired),
});

export const registration = v.object({ ...profile.entries, email, password: newPassword });

export const emailOnly = v.object({ email });

export const confirmationRequest = v.object({
  email,
  password: v.optional(
    v.pipe(
      existingPassword,
      v.description(
        'The password that was chosen at sign-up. An address may have several sign-ups, also of strangers: with it, the link of exactly that sign-up is sent. It is only compared, and not stored. Without it, the link is sent if there is one sign-up.',
      ),
    ),
  ),
});

/** Requires the current password. */
export const currentPasswordBody = v.object({ password: existingPassword });

export const newPasswordBody = v.object({ password: newPassword });

export const confirmation = v.object({
  access_token: v.pipe(storable(m.tokenRequired), v.nonEmpty(m.tokenRequired)),
  type: v.literal('signup', m.tokenRequired),
});

/** The form for a new password, which contains it twice. The request contains it once. */
export const newPasswordForm = v.pipe(
  v.object({ ...newPasswordBody.entries, confirm_password: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      (form) => form.password === form.confirm_password,
      m.passwordsDiffer,
    ),
    ['confirm_password'],
  ),
);

export const registrationForm = v.intersect([
  v.object({ ...profile.entries, email }),
  newPasswordForm,
]);
