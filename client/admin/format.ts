import { DATE_LOCALE } from '#shared/constants.ts';
import { formatNumber } from '#shared/format-number.ts';

const clock = new Intl.DateTimeFormat(DATE_LOCALE, { timeStyle: 'medium' });

export const formatClock = (time: Date) => clock.format(time);

/** Formats a duration in its two largest units: "3 d 4 h", "12 min 5 s". */
export function formatUptime(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(([count, unit]) => `${formatNumber(count)} ${unit}`).join(' ');
}

export const formatQueue = (emails: number) =>
  emails === 0 ? 'Empty' : `${formatNumber(emails)} waiting`;

export const formatBackupAge = (seconds: number | null) =>
  seconds === null ? 'None' : `${formatUptime(seconds)} ago`;

export const formatFailed = (emails: number) => (emails === 0 ? 'None' : formatNumber(emails));

const bytes = new Intl.NumberFormat(DATE_LOCALE, { maximumFractionDigits: 1 });

/** Formats a size in the unit that makes it short: "0 KB", "12.3 MB". */
export function formatBytes(size: number) {
  const [unit, name] =
    size < 1e6
      ? ([1e3, 'KB'] as const)
      : size < 1e9
        ? ([1e6, 'MB'] as const)
        : ([1e9, 'GB'] as const);
  return `${bytes.format(size / unit)} ${name}`;
}
