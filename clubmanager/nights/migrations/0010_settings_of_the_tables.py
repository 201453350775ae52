from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('nights', '0009_jobs_can_be_stopped'),
    ]

    operations = [
        migrations.AddField(
            model_name='clubnight',
            name='confirm_hands',
            field=models.BooleanField(default=True, verbose_name='the other side confirms each hand'),
        ),
        migrations.AddField(
            model_name='clubnight',
            name='show_field',
            field=models.BooleanField(default=False, verbose_name='tables see what others did on a board they have confirmed'),
        ),
    ]
