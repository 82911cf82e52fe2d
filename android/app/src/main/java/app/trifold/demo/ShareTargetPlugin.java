package app.trifold.demo;

import android.content.ContentResolver;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.UUID;

/**
 * Hands text and photos that other apps share to the web layer. The photo is copied, because the permission to read it
 * ends with the activity, and deleted again as soon as the web layer has stored it.
 */
@CapacitorPlugin(name = "ShareTarget")
public class ShareTargetPlugin extends Plugin {

    private static final String FOLDER = "shared";
    /** As in client/sync/shared-content.ts. */
    private static final long PHOTO_MAX_BYTES = 20L * 1024 * 1024;
    private static final int TEXT_MAX_CHARACTERS = 10_000;

    private Intent waiting;

    /** Removes copies that an earlier start left. */
    @Override
    public void load() {
        deleteCopies();
    }

    /** Receives the intent of an app that shares. The one that started this app comes before the page listens. */
    @Override
    protected void handleOnNewIntent(Intent intent) {
        super.handleOnNewIntent(intent);
        if (receive(intent)) notifyListeners("shared", new JSObject());
    }

    /** Returns what was shared, once. Without `hasContent` nothing was. */
    @PluginMethod
    public void take(PluginCall call) {
        Intent intent = takeWaiting();
        if (intent == null) {
            call.resolve(new JSObject().put("hasContent", false));
            return;
        }
        // Copying may take a while, and must not block the app.
        getBridge().execute(() -> call.resolve(contentOf(intent)));
    }

    /** Deletes the copies of shared photos, which the web layer has read. */
    @PluginMethod
    public void clear(PluginCall call) {
        deleteCopies();
        call.resolve();
    }

    private synchronized boolean receive(Intent intent) {
        if (intent == null || !Intent.ACTION_SEND.equals(intent.getAction())) return false;
        waiting = intent;
        return true;
    }

    private synchronized Intent takeWaiting() {
        Intent intent = waiting;
        waiting = null;
        return intent;
    }

    private JSObject contentOf(Intent intent) {
        JSObject content = new JSObject();
        content.put("hasContent", true);
        content.put("title", text(intent, Intent.EXTRA_SUBJECT));
        content.put("text", text(intent, Intent.EXTRA_TEXT));
        if (!isPhoto(intent)) return content;
        content.put("hasPhoto", true);
        Uri uri = photoOf(intent);
        // Without a path: the web layer says that the photo could not be opened.
        if (uri == null) return content;
        try {
            File copy = copy(uri);
            content.put("path", copy.getAbsolutePath());
            content.put("type", typeOf(uri, intent));
        } catch (IOException | SecurityException error) {
            content.put("error", String.valueOf(error.getMessage()));
        }
        return content;
    }

    private String text(Intent intent, String name) {
        CharSequence value = intent.getCharSequenceExtra(name);
        if (value == null) return "";
        return value.subSequence(0, Math.min(value.length(), TEXT_MAX_CHARACTERS)).toString();
    }

    private boolean isPhoto(Intent intent) {
        return intent.getType() != null && intent.getType().startsWith("image/");
    }

    @SuppressWarnings("deprecation")
    private Uri photoOf(Intent intent) {
        Uri uri = Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU
            ? intent.getParcelableExtra(Intent.EXTRA_STREAM, Uri.class)
            : (Uri) intent.getParcelableExtra(Intent.EXTRA_STREAM);
        // A path of the file system could name a file of this app, which the other app must not read this way.
        return uri != null && ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) && !isOwn(uri) ? uri : null;
    }

    private boolean isOwn(Uri uri) {
        String authority = uri.getAuthority();
        return authority == null || authority.startsWith(getContext().getPackageName());
    }

    private String typeOf(Uri uri, Intent intent) {
        String type = getContext().getContentResolver().getType(uri);
        return type != null ? type : intent.getType();
    }

    private File copy(Uri uri) throws IOException {
        File folder = folder();
        if (!folder.isDirectory() && !folder.mkdirs()) throw new IOException("No folder");
        File copy = new File(folder, UUID.randomUUID().toString());
        try (
            InputStream input = getContext().getContentResolver().openInputStream(uri);
            OutputStream output = new FileOutputStream(copy)
        ) {
            if (input == null) throw new IOException("No content");
            byte[] buffer = new byte[64 * 1024];
            long total = 0;
            for (int count; (count = input.read(buffer)) != -1; total += count) {
                if (total + count > PHOTO_MAX_BYTES) throw new IOException("Too large");
                output.write(buffer, 0, count);
            }
            return copy;
        } catch (IOException | RuntimeException error) {
            copy.delete();
            throw error;
        }
    }

    private File folder() {
        return new File(getContext().getCacheDir(), FOLDER);
    }

    private void deleteCopies() {
        File[] copies = folder().listFiles();
        if (copies == null) return;
        for (File copy : copies) copy.delete();
    }
}
