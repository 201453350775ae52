import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('deals', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DoubleDummy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tricks', models.CharField(max_length=20)),
                ('solved_at', models.DateTimeField(auto_now_add=True, verbose_name='solved at')),
                ('board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='double_dummy', to='deals.board')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(django.db.models.lookups.Exact(django.db.models.functions.text.Length('tricks'), 20)), name='deals_doubledummy_whole_table')],
            },
        ),
    ]
