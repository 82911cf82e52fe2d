import { Dialog } from '#client/components/dialog.tsx';
import { Photo } from './photo.tsx';
import './lightbox.css';

/** Shows a photo as large as the window allows. */
export default function PhotoDialog({
  path,
  title,
  alt,
  isOpen,
  onClose,
}: {
  path: string | null | undefined;
  title: string;
  alt: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} className="lightbox">
      {path && <Photo path={path} alt={alt} width={1280} className="lightbox-photo" />}
    </Dialog>
  );
}
